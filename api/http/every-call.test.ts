import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { access } from '../contract/access/access.ts';
import type { Call, Schema, Uncounted } from '../contract/calls/call.ts';
import { calls } from '../contract/calls/calls.ts';
import type { CallName } from '../contract/paths/paths.ts';
import { seedCatalogue } from '../seed/catalogue.ts';
import { aBooking, anAdmin, aUser } from '../testing/builders/builders.ts';
import type { Client } from '../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';

/** JSON Schema, in the part that the contract uses. */
interface Shape {
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  required?: string[];
  properties?: Record<string, Shape>;
  items?: Shape;
  minimum?: number;
  minItems?: number;
  minLength?: number;
}
type Path = (string | number)[];

let server: TestServer;
let member: { id: string };
let admin: { id: string };
let clients: Record<'anyone' | 'person' | 'team', Client>;
/** Values for names of the contract, so that a call finds its object. */
let known: Record<string, unknown>;
const errors: string[] = [];
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  server = await startTestServer({ log });
  const { db } = server.deps;
  // A custom request needs the service of its own.
  await seedCatalogue(db);
  member = await aUser(db);
  admin = await anAdmin(db);
  const booking = await aBooking(db, { user_id: member.id });
  clients = await clientsOf(server);
  known = {
    ...{ bookingId: booking.id, serviceId: booking.service_id, userId: member.id },
    ...{ conversationId: member.id, isSupport: false },
    // Their schemas say more than their JSON Schema does.
    ...{ endpoint: 'https://push.example/1', p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) },
    ...{ serverKey: `B${'a'.repeat(86)}`, estimatedHours: 1 },
    ...{ phone: '0400 000 000', timeZone: 'Australia/Sydney', currency: 'aud', week: Array(7).fill(null) },
    ...{ primary: '#1d4ed8', accent: '#c2410c', mark: null, logo: null },
    // Hours of a worker; a skill is of a category or of a service, not of both.
    ...{ from: 480, until: 1020, skills: [] },
    // A wish of a booking, and the times of a service.
    ...{ samePerson: 'yes', windowMinutes: 60, bufferMinutes: 0 },
    // Quiet hours have the same names, and other values.
    quiet: { from: '21:00', until: '06:00' },
  };
});
afterAll(() => server.close());

const clientsOf = async (of: TestServer): Promise<typeof clients> => ({
  anyone: of.anyone,
  person: await of.as(member),
  team: await of.as(admin),
});

const everything = process.env.FULL === '1';
/** All of them with FULL=1. */
const wrong: unknown[] = [
  ...['a\0b', null, {}],
  ...(everything ? ['\0', '', true, -1, 1e308, 0.1, [], [null], { a: { b: [1] } }] : []),
];
const long = 'x'.repeat(1_000_000);
/** All of them took over a minute beside other work. */
const timeoutMs = 600_000;

test('values of a wrong type or with a NUL, in any field of any call, cause no failure of the server', {
  timeout: timeoutMs,
}, async () => {
  for (const [name, call] of Object.entries(calls) as [CallName, Call][])
    for (const { where, path, input } of fieldsOf(call))
      for (const value of wrong)
        expect(
          await answer(name, where, replaced(input, path, value)),
          saying(name, path, value),
        ).toBeLessThan(500);
  expect(errors).toEqual([]);
});

test.runIf(everything)(
  'a million characters, in any field of any call, cause no failure of the server',
  { timeout: timeoutMs },
  async () => {
    for (const [name, call] of Object.entries(calls) as [CallName, Call][])
      for (const { where, path, input } of fieldsOf(call).filter(({ path }) => path.length > 0))
        expect(
          await answer(name, where, replaced(input, path, long)),
          saying(name, path, 'long'),
        ).toBeLessThan(500);
    expect(errors).toEqual([]);
  },
);

/** Writes that do not count towards what their person may store in a day, by the reason. */
const uncounted: Record<Uncounted, string[]> = {
  ends: [
    ...['removePushSubscription', 'endSession', 'endAllSessions', 'revokeCalendarLink', 'dropLeave'],
    'takeBackLeave',
    ...['endHold', 'deleteHome', 'joinHomes'],
  ],
  owed: [
    ...['rescheduleBooking', 'cancelBooking', 'moveBooking', 'setBookingStatus', 'confirmBookings'],
    ...['changeSubscription', 'paySubscription', 'payWaitingBooking', 'payPastHours'],
    ...['createSetupIntent', 'makePaymentMethodDefault', 'removePaymentMethod'],
    ...['agreeToExtraHours', 'declineExtraHours', 'withdrawExtraHours'],
    ...['acceptQuote', 'declineQuote', 'withdrawQuote'],
    ...['requestAccountDeletion', 'keepAccount', 'requestCustomerDeletion', 'keepCustomer'],
    ...['refundCharge', 'giveBackHours', 'changeRole', 'editRole', 'removeRole', 'revokeInvitation'],
    ...['settleStuckRefund', 'settleUnclearAtProvider', 'settleLeftAtProvider'],
  ],
  seen: ['seeChat', 'seeConversation', 'previewOpening', 'previewOfferPublication', 'waiveAnswer'],
  begun: ['confirmOneTimePayment', 'cancelPaymentIntent'],
  weighed: ['putPhoto', 'putAnswerPhoto', 'addOfferPicture', 'putBrandPicture', 'addWorkerPicture'],
};

test('every write is refused once its person’s day is full, but those that the contract excepts', async () => {
  const full = await startTestServer({ beside: server, rates: { storedBytesPerPerson: 50_000 } });
  const content = 'x'.repeat(50_000);
  for (const { id } of [member, admin])
    await expect(full.deps.limits.stored(id, { name: 'a message', key: null, content })).rejects.toThrow();
  const there = { url: full.url, clients: await clientsOf(full) };
  const went: string[] = [];
  // Last, because they end the sessions.
  const writes = (Object.entries(calls) as [CallName, Call][])
    .filter(([, { method }]) => method !== 'GET')
    .sort(([, a], [, b]) => Number(a.uncounted === 'ends') - Number(b.uncounted === 'ends'));
  for (const [name, call] of writes)
    if ((await answer(name, 'body', call.body && right(shapeOf(call.body)), there)) !== 429) went.push(name);
  expect(went.sort()).toEqual(Object.values(uncounted).flat().sort());
  for (const [why, names] of Object.entries(uncounted))
    expect(names.map((name) => (calls as Record<string, Call>)[name]?.uncounted)).toEqual(
      names.map(() => why),
    );
  await full.close();
});

const saying = (name: string, path: Path, value: unknown) =>
  `${name}, ${path.join('.')}: ${JSON.stringify(value)}`;

type Where = 'params' | 'query' | 'body';
interface Field {
  where: Where;
  /** Empty for the whole body. */
  path: Path;
  input: unknown;
}

/** Every field of a call’s input, with valid values all around it. */
function fieldsOf(call: Call): Field[] {
  return (['params', 'query', 'body'] as const).flatMap((where) => {
    const type: Schema | undefined = call[where];
    if (!type) return [];
    const input = right(shapeOf(type));
    const paths = pathsIn(input).filter((path) => path.length > 0 || where === 'body');
    return paths.map((path) => ({ where, path, input }));
  });
}

const shapeOf = (type: Schema) => z.toJSONSchema(type, { io: 'input' }) as Shape;

/** A value that the schema allows. */
function right(shape: Shape, name = ''): unknown {
  if (shape.const !== undefined) return shape.const;
  if (name in known) return known[name];
  if (shape.enum) return shape.enum[0];
  if (shape.type === 'object') {
    // Of fields that exclude each other, the last one: details rather than their text.
    const excluded = (shape.oneOf ?? []).slice(0, -1).flatMap(({ required = [] }) => required);
    return Object.fromEntries(
      Object.entries(shape.properties ?? {})
        .filter(([key]) => !excluded.includes(key))
        .map(([key, one]) => [key, right(one, key)]),
    );
  }
  const either = shape.anyOf ?? shape.oneOf;
  if (either) return right(either.find(({ type }) => type !== 'null') ?? {}, name);
  if (shape.type === 'array') return [right(shape.items ?? {})];
  if (shape.type === 'boolean') return true;
  if (shape.type === 'number' || shape.type === 'integer') return Math.max(1, shape.minimum ?? 1);
  if (shape.format === 'uuid') return randomUUID();
  const soon = new Date(server.clock.now().getTime() + 5 * 86_400_000).toISOString();
  if (shape.format === 'date-time') return soon;
  if (shape.format === 'date') return soon.slice(0, 10);
  if (shape.format === 'email') return 'person@example.com';
  return 'abcdefghijkl'.padEnd(shape.minLength ?? 0, 'a');
}

function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const inner = Object.entries(value).flatMap(([key, one]) => pathsIn(one).map((path) => [key, ...path]));
  return [[], ...inner];
}

function replaced(input: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = structuredClone(input) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, value);
  return copy;
}

/** @returns the status */
async function answer(
  name: CallName,
  where: Where,
  given: unknown,
  at = { url: server.url, clients },
): Promise<number> {
  const call: Call = calls[name];
  const rightOf = (part: Where) => {
    const type = call[part];
    if (part === where) return given;
    return type && right(shapeOf(type));
  };
  const params = { id: known.bookingId, ...(rightOf('params') as object) } as Record<string, unknown>;
  const path = call.path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(asText(params[key])));
  const query = new URLSearchParams(
    Object.entries((rightOf('query') ?? {}) as object).map(([name, value]) => [name, asText(value)]),
  );
  const who = access[name];
  const response = await at.clients[who === 'anyone' || who === 'person' ? who : 'team'].raw(
    call.method,
    query.size ? `${path}?${query}` : path,
    {
      headers: { origin: at.url, ...(call.body ? { 'content-type': 'application/json' } : {}) },
      ...(call.body ? { body: JSON.stringify(rightOf('body')) } : {}),
    },
  );
  await response.arrayBuffer();
  return response.status;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
