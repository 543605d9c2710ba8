import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { anAdmin } from '../../../testing/builders/builders.ts';
import { scheduled_date, startMembersBookings, today } from '../../../testing/builders/members-bookings.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
let aMembersBooking: Awaited<ReturnType<typeof startMembersBookings>>['aMembersBooking'];
let setStatus: Awaited<ReturnType<typeof startMembersBookings>>['setStatus'];
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
  ({ aMembersBooking, setStatus } = await startMembersBookings(server));
});
beforeEach(() => server.clock.set(today));
afterAll(() => server.close());

test('a repeated move is made once, also if the team has moved the booking back since', async () => {
  const { id, move, read } = await aMembersBooking();
  const key = randomUUID();
  const later = '2026-12-03T22:30:00.000Z';
  expect((await move(later, { expectedDate: scheduled_date }, key)).status).toBe(200);
  const team = await server.as(await anAdmin(db));
  await team.call('moveBooking', {
    params: { id },
    body: { scheduledDate: scheduled_date, expectedDate: later },
  });
  const repeat = await move(later, { expectedDate: scheduled_date }, key);
  expect([repeat.status, repeat.body.scheduledDate]).toEqual([200, scheduled_date]);
  expect((await read()).moves).toHaveLength(2);
});

test('a move written before the team set another time is refused with the reason', async () => {
  const { id, move, read } = await aMembersBooking();
  const theirs = '2026-12-02T22:30:00.000Z';
  const team = await server.as(await anAdmin(db));
  await team.call('moveBooking', {
    params: { id },
    body: { scheduledDate: theirs, expectedDate: scheduled_date },
  });
  const late = await move('2026-12-03T22:30:00.000Z', { expectedDate: scheduled_date });
  expect([late.status, late.body.code]).toEqual([409, 'conflict']);
  expect(late.body).toHaveProperty(
    'message',
    'This booking has been given another time meanwhile, so it was not moved',
  );
  expect((await read()).scheduledDate).toBe(theirs);
  const never = await move('2026-12-03T22:30:00.000Z', { expectedDate: null });
  expect(never.status).toBe(409);
});

test('a repeated cancellation does not cancel a booking that the team has reopened since', async () => {
  const { id, cancel, read, hours } = await aMembersBooking();
  const key = randomUUID();
  expect((await cancel('release', key)).body.status).toBe('cancelled');
  await setStatus(id, 'scheduled');
  const held = await hours();
  expect((await cancel('release', key)).body.status).toBe('scheduled');
  expect((await read()).status).toBe('scheduled');
  expect(await hours()).toEqual(held);
  expect((await cancel('release', randomUUID())).body.status).toBe('cancelled');
});

test('the key of another booking’s change is refused and changes nothing', async () => {
  const [one, two] = [await aMembersBooking(), await aMembersBooking()];
  const [moved, cancelled] = [randomUUID(), randomUUID()];
  const later = '2026-12-03T22:30:00.000Z';
  await one.move(later, {}, moved);
  await one.cancel('release', cancelled);
  const answers = [await two.move(later, {}, moved), await two.cancel('release', cancelled)];
  expect(answers.map((a) => [a.status, a.body.code])).toEqual(Array(2).fill([409, 'key_reused']));
  expect(await two.read()).toMatchObject({ status: 'scheduled', scheduledDate: scheduled_date });
});
