import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Db } from '../../../db/database.ts';
import { aBooking, anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
let serviceId: string;
beforeAll(async () => {
  server = await startTestServer();
  server.clock.set('2026-11-20T02:00:00.000Z');
  db = server.deps.db;
  serviceId = (await aService(db)).id;
});
afterAll(() => server.close());

async function aBookingToReview(status: BookingStatus = 'completed') {
  const user = await aUser(db);
  const { id } = await aBooking(db, { user_id: user.id, service_id: serviceId, status });
  const client = await server.as(user);
  const params = { id };
  return {
    id,
    client,
    review: (body: unknown) => client.call('reviewBooking', { params, body }),
    read: async () => (await client.call('readBooking', { params })).body,
    stored: () =>
      db
        .selectFrom('bookings')
        .select(['rating', 'review', 'reviewed_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
  };
}

test('a completed booking is reviewed with stars and words, and its list shows them', async () => {
  const { client, review, stored } = await aBookingToReview();
  const { status, body } = await review({ rating: 4, review: '  Spotless \n and kind ' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ rating: 4, review: 'Spotless \n and kind' });
  expect(await stored()).toMatchObject({ reviewed_at: '2026-11-20T02:00:00.000Z' });
  expect((await client.call('listBookings')).body).toMatchObject([{ rating: 4 }]);
});

test('a review may have stars alone', async () => {
  const { review } = await aBookingToReview();
  expect((await review({ rating: 5, review: '' })).body).toMatchObject({ rating: 5, review: null });
});

test('a repeated review gets the same answer; another is refused', async () => {
  const { review, stored } = await aBookingToReview();
  const first = await review({ rating: 4, review: 'Spotless' });
  expect((await review({ rating: 4, review: 'Spotless ' })).body).toEqual(first.body);
  for (const other of [
    { rating: 5, review: 'Spotless' },
    { rating: 4, review: 'Not so spotless' },
    { rating: 4, review: '' },
  ]) {
    const { status, body } = await review(other);
    expect([status, body.code]).toEqual([409, 'already_reviewed']);
  }
  expect(await stored()).toMatchObject({ rating: 4, review: 'Spotless' });
});

test('one of different simultaneous reviews is kept', async () => {
  const { review, stored } = await aBookingToReview();
  const answers = await Promise.all([1, 2, 3, 4, 5].map((rating) => review({ rating, review: '' })));
  const kept = answers.filter((a) => a.status === 200);
  expect(kept).toHaveLength(1);
  expect((await stored()).rating).toBe(kept[0]?.body.rating);
});

test('only completed bookings can be reviewed; the review stays after reopening', async () => {
  for (const status of ['pending', 'scheduled', 'in_progress', 'cancelled'] as const) {
    const { review, stored } = await aBookingToReview(status);
    const answer = await review({ rating: 5, review: '' });
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
    expect((await stored()).rating).toBeNull();
  }
  const { id, review, read } = await aBookingToReview();
  await review({ rating: 2, review: 'Late' });
  const admin = await server.as(await anAdmin(db));
  await admin.call('setBookingStatus', { params: { id }, body: { status: 'in_progress' } });
  expect(await read()).toMatchObject({ status: 'in_progress', rating: 2, review: 'Late' });
  expect((await review({ rating: 2, review: 'Late' })).status).toBe(200);
});

test('a review has one to five whole stars and up to two thousand characters', async () => {
  const { review } = await aBookingToReview();
  for (const rating of [0, 6, 4.5, '5', null]) {
    const { status, body } = await review({ rating, review: '' });
    expect([status, body.fields]).toEqual([400, { rating: 'Please choose 1 to 5 stars' }]);
  }
  expect((await review({ rating: 1, review: 'x'.repeat(2001) })).status).toBe(400);
  expect((await review({ rating: 1, review: 'x'.repeat(2000) })).status).toBe(200);
});
