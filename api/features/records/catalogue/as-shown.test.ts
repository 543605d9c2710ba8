import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfferServiceForm } from '../../../contract/schemas/offer.ts';
import { aBooking, anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import { aServiceForm } from '../../../testing/builders/offer.ts';
import { visit } from '../../../testing/outside/cards.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import type { ServiceTable } from './catalogue.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString();

/** A signed-in person and a service, with both ways to book it. */
async function given(service: Partial<ServiceTable> = {}) {
  const { db } = server.deps;
  const { id: serviceId } = await aService(db, service);
  const client = await server.as(await aUser(db));
  const change = (to: Partial<ServiceTable>) =>
    db.updateTable('services').set(to).where('id', '=', serviceId).execute();
  const byCard = (shown: object = {}, scheduledDate = visit.scheduledDate, idempotencyKey = randomUUID()) =>
    client.call('createPaymentIntent', {
      body: { serviceId, bookingData: { ...visit, scheduledDate }, ...shown },
      idempotencyKey,
    });
  const byPlan = (shown: object = {}, scheduledDate = visit.scheduledDate) =>
    client.call('createBooking', {
      body: { serviceId, scheduledDate, notes: 'Mind the cat', paymentType: 'subscription', ...shown },
    });
  return { serviceId, change, byCard, byPlan };
}

test('a card payment at another price than the shown one is refused', async () => {
  const { change, byCard } = await given();
  expect((await byCard({ shown: { price: 189 } })).status).toBe(200);
  await change({ price_cents: 20_900, version: 2 });
  expect(await byCard({ shown: { price: 189 } })).toMatchObject({
    status: 409,
    body: { code: 'terms_changed' },
  });
  expect((await byCard({ shown: { price: 209 } })).status).toBe(200);
});

test('a card payment for another length than the shown one is refused; an earlier page says none', async () => {
  const { change, byCard } = await given();
  expect((await byCard({ shown: { price: 189, estimatedHours: 3 } })).status).toBe(200);
  await change({ estimated_minutes: 120, version: 2, terms_version: 2 });
  expect(await byCard({ shown: { price: 189, estimatedHours: 3 } })).toMatchObject({
    status: 409,
    body: { code: 'terms_changed' },
  });
  expect((await byCard({ shown: { price: 189, estimatedHours: 2 } })).status).toBe(200);
  expect((await byCard({ shown: { price: 189 } })).status).toBe(200);
});

test('a page that says neither price nor length is refused once one of them has changed, not for another name', async () => {
  const { serviceId, byCard, byPlan } = await given();
  const owner = await server.as(await anAdmin(server.deps.db));
  const change = async (given: Partial<OfferServiceForm>) => {
    const row = await server.deps.db
      .selectFrom('services')
      .selectAll()
      .where('id', '=', serviceId)
      .executeTakeFirstOrThrow();
    const body = { ...aServiceForm(row), ...given };
    expect((await owner.call('putOfferService', { params: { id: serviceId }, body })).status).toBe(200);
  };
  await change({ name: `Windows ${randomUUID()}` });
  expect((await byCard()).status).toBe(200);
  expect((await byPlan()).status).toBe(200);
  await change({ minutes: 240 });
  await change({ description: 'Inside and outside' });
  const refused = { status: 409, body: { code: 'terms_changed' } };
  expect(await byCard()).toMatchObject(refused);
  expect(await byPlan()).toMatchObject(refused);
  expect((await byPlan({ shown: { estimatedHours: 4 } })).status).toBe(200);
});

test('a repeat of an attempt with another price does not get the payment of the first', async () => {
  const { byCard } = await given();
  const key = randomUUID();
  expect((await byCard({ shown: { price: 189 } }, visit.scheduledDate, key)).status).toBe(200);
  expect(await byCard({ shown: { price: 1 } }, visit.scheduledDate, key)).toMatchObject({
    status: 409,
    body: { code: 'key_reused' },
  });
});

test('a plan booking of another length than the shown one is refused', async () => {
  const { change, byPlan } = await given();
  await change({ estimated_minutes: 240, version: 2 });
  expect(await byPlan({ shown: { estimatedHours: 3 } })).toMatchObject({
    status: 409,
    body: { code: 'terms_changed' },
  });
  expect((await byPlan({ shown: { estimatedHours: 4 } })).status).toBe(200);
});

test('a service is booked only in its own way', async () => {
  const plan = await given({ booked_by: 'plan' });
  expect(await plan.byCard({ shown: { price: 189 } })).toMatchObject({
    status: 400,
    body: { fields: { serviceId: 'This service can only be booked with a plan' } },
  });
  expect((await plan.byPlan()).status).toBe(200);
  const card = await given({ booked_by: 'card' });
  expect(await card.byPlan()).toMatchObject({
    status: 400,
    body: { fields: { serviceId: 'This service can only be booked by card' } },
  });
  expect((await card.byCard({ shown: { price: 189 } })).status).toBe(200);
});

test('a visit within the notice of the service is refused in both ways', async () => {
  const { byCard, byPlan } = await given({ notice_hours: 48 });
  const words = 'This service needs 48 hours’ notice. Please choose a later time.';
  expect(await byCard({ shown: { price: 189 } }, inHours(47))).toMatchObject({
    status: 400,
    body: { fields: { 'bookingData.scheduledDate': words } },
  });
  expect(await byPlan({}, inHours(47))).toMatchObject({
    status: 400,
    body: { fields: { scheduledDate: words } },
  });
  expect((await byCard({ shown: { price: 189 } }, inHours(48))).status).toBe(200);
  expect((await byPlan({}, inHours(48))).status).toBe(200);
});

test('a customer moves a visit to no time within the notice of its service, also of a retired one', async () => {
  const { db } = server.deps;
  const { id: service_id } = await aService(db, { notice_hours: 48, active: 0 });
  const user = await aUser(db);
  const client = await server.as(user);
  const { id } = await aBooking(db, { user_id: user.id, service_id, scheduled_date: inHours(240) });
  const move = (scheduledDate: string) =>
    client.call('rescheduleBooking', { params: { id }, body: { scheduledDate } });
  expect(await move(inHours(47))).toMatchObject({
    status: 400,
    body: {
      fields: { scheduledDate: 'This service needs 48 hours’ notice. Please choose a later time.' },
    },
  });
  expect((await move(inHours(49))).status).toBe(200);
  const detail = await client.call('readBooking', { params: { id } });
  expect(detail.body.noticeHours).toBe(48);
});

test('a retired service is said to be no longer offered', async () => {
  const { change, byCard, byPlan } = await given();
  await change({ active: 0 });
  const gone = { status: 404, body: { message: 'This service is no longer offered' } };
  expect(await byCard({ shown: { price: 189 } })).toMatchObject(gone);
  expect(await byPlan()).toMatchObject(gone);
});
