import { randomUUID } from 'node:crypto';
import { cards, intentOf, payWithCard, settled, visit } from '../outside/cards.ts';
import type { TestServer } from '../servers/server.ts';
import { aService, aUser } from './builders.ts';

/** A booking that a new customer has paid for by card, with the customer's acts. */
export async function aPaidBooking(
  server: TestServer,
  { card = cards.succeeds, ...at }: { card?: string; scheduledDate?: string } = {},
) {
  const { db } = server.deps;
  const user = await aUser(db);
  const { id: serviceId } = await aService(db);
  const client = await server.as(user);
  const { body: begun } = await client.call('createPaymentIntent', {
    body: { serviceId, bookingData: { ...visit, ...at } },
    idempotencyKey: randomUUID(),
  });
  await payWithCard(server, begun.clientSecret, card);
  const intent = intentOf(begun.clientSecret);
  const confirm = () =>
    client.call('confirmOneTimePayment', { body: { paymentIntentId: intent, serviceId } });
  const { id } = (await confirm()).body;
  await settled(server);
  const params = { id };
  return {
    id,
    params,
    user,
    client,
    intent,
    confirm,
    read: async () => (await client.call('readBooking', { params })).body,
    /** `seen`: the other terms that the app says were shown. */
    cancel: (outcome: string, seen: { amountCents?: number; hours?: number } = {}) =>
      client.call('cancelBooking', { params, body: { outcome, ...seen } }),
    /** The booking's line of the billing history: the status, the sum paid, and the sum refunded. */
    billed: async () => {
      const [item] = (await client.call('listBillingHistory')).body;
      return item && [item.status, item.amount_paid, item.amount_refunded];
    },
  };
}
