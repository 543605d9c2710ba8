import { randomUUID } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { UserTable } from '../../features/records/account/account.table.ts';
import { seedCatalogue } from '../../seed/catalogue.ts';
import { intentOf } from '../outside/cards.ts';
import { startTestServer, type TestServer } from '../servers/server.ts';
import { anAdmin, aUser } from './builders.ts';

/** The visit's time that the customer of `aRequest` wishes. */
export const wantedDate = '2026-12-01T22:30:00.000Z';

/** A server with a seeded catalogue. */
export async function startWithCatalogue(deps: Partial<Deps> = {}): Promise<TestServer> {
  const server = await startTestServer({ deps });
  await seedCatalogue(server.deps.db);
  return server;
}

/** A custom request, its customer, and an administrator to answer it; the catalogue must be seeded. */
export async function aRequest(server: TestServer, given: { user?: UserTable; fields?: object } = {}) {
  const { db } = server.deps;
  const user = given.user ?? (await aUser(db));
  const client = await server.as(user);
  const administrator = await anAdmin(db);
  const team = await server.as(administrator);
  const { body: request } = await client.call('requestCustomService', {
    body: {
      serviceId: 'custom-service',
      serviceName: 'Piano tuning',
      description: 'An upright from 1972, not tuned for years.',
      estimatedHours: 2.5,
      scheduledDate: wantedDate,
      priority: 'standard',
      location: '12 Wattle Street, Newtown',
      contactInfo: '0400 000 000',
      paymentType: 'custom_quote',
      ...given.fields,
    },
  });
  const params = { id: request.id };
  /** The newest quote in the team's last answer. */
  let shown: string | null = null;
  const quote = async (form: object = {}, idempotencyKey: string = randomUUID()) => {
    const answer = await team.call('sendQuote', {
      params,
      body: { kind: 'price', amountCents: 24_000, replaces: shown, ...form },
      idempotencyKey,
    });
    if (answer.status === 200) shown = answer.body.quote?.id ?? null;
    return answer;
  };
  const read = async () => (await client.call('readBooking', { params })).body;
  const accept = (quoteId: string, more: object = {}) =>
    client.call('acceptQuote', { params, body: { quoteId, ...more } });
  return {
    user,
    client,
    administrator,
    team,
    id: request.id,
    params,
    /** Sends a quote, $240 unless given. */
    quote,
    /** The same, returning only the quote's id. */
    quoted: async (form?: object) => (await quote(form)).body.quote?.id ?? '',
    withdraw: (quoteId = shown ?? randomUUID()) => team.call('withdrawQuote', { params, query: { quoteId } }),
    read,
    accept,
    decline: (quoteId: string) => client.call('declineQuote', { params, body: { quoteId } }),
    confirm: async (clientSecret: string) =>
      client.call('confirmOneTimePayment', {
        body: { paymentIntentId: intentOf(clientSecret), serviceId: request.service.id },
      }),
    payments: () => db.selectFrom('payments').selectAll().where('user_id', '=', user.id).execute(),
    row: () => db.selectFrom('bookings').selectAll().where('id', '=', request.id).executeTakeFirstOrThrow(),
    request: async (state: 'waiting' | 'answered' | 'settled') =>
      (await team.call('listRequests', { query: { state, limit: 200 } })).body.find(
        (r) => r.id === request.id,
      ),
  };
}
