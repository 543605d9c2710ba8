import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfferServiceForm } from '../../../contract/schemas/offer.ts';
import { anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import { aServiceForm } from '../../../testing/builders/offer.ts';
import { intentOf, payWithCard, visit } from '../../../testing/outside/cards.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as(await anAdmin(server.deps.db));
});
afterAll(() => server.close());

/** A service of three hours for $189, its customer, and a way for the owner to change it. */
async function given() {
  const service = await aService(server.deps.db, { name: `Windows ${randomUUID()}` });
  const client = await server.as(await aUser(server.deps.db));
  const change = async (to: Partial<OfferServiceForm>) => {
    const body = { ...aServiceForm(service), ...to };
    expect((await owner.call('putOfferService', { params: { id: service.id }, body })).status).toBe(200);
  };
  return { service, client, change, later: `Glass ${randomUUID()}` };
}

test('a booking keeps the name of its service as it was booked, for its customer and for the team', async () => {
  const { service, client, change, later } = await given();
  const wanted = {
    serviceId: service.id,
    scheduledDate: visit.scheduledDate,
    paymentType: 'subscription' as const,
  };
  const book = () => client.call('createBooking', { body: { ...wanted, notes: 'Mind the cat' } });
  const { body: first } = await book();
  await change({ name: later });
  const { body: second } = await book();
  const list = await client.call('listBookings', {});
  const names = new Map(list.body.map((one) => [one.id, one.service.name]));
  expect([names.get(first.id), names.get(second.id)]).toEqual([service.name, later]);
  const sheet = await owner.call('readAnyBooking', { params: { id: first.id } });
  expect(sheet.body.service.name).toBe(service.name);
});

test('a payment that began before a change books the name and the length that were paid for', async () => {
  const { service, client, change, later } = await given();
  const begun = await client.call('createPaymentIntent', {
    body: { serviceId: service.id, shown: { price: 189 }, bookingData: visit },
    idempotencyKey: randomUUID(),
  });
  await change({ name: later, minutes: 300, priceCents: 30_000 });
  await payWithCard(server, begun.body.clientSecret);
  const { body: booked } = await client.call('confirmOneTimePayment', {
    body: { paymentIntentId: intentOf(begun.body.clientSecret), serviceId: service.id, ...visit },
  });
  expect(booked).toMatchObject({ estimatedHours: 3, service: { name: service.name } });
});
