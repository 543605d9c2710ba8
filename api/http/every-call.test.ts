import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call, Schema } from '../contract/calls/call.ts';
import { calls } from '../contract/calls/calls.ts';
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
  properties?: Record<string, Shape>;
  items?: Shape;
  minimum?: number;
  minItems?: number;
  minLength?: number;
}
type Path = (string | number)[];

let server: TestServer;
let clients: Record<Call['who'], Client>;
/** Values for names of the contract, so that a call finds its object. */
let known: Record<string, unknown>;
const errors: string[] = [];
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  server = await startTestServer({ log });
  const { db } = server.deps;
  const member = await aUser(db);
  const booking = await aBooking(db, { user_id: member.id });
  clients = {
    anyone: server.anyone,
    'signed-in': await server.as(member),
    admin: await server.as(await anAdmin(db)),
  };
  known = { bookingId: booking.id, serviceId: booking.service_id, userId: member.id };
});
afterAll(() => server.close());

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
  for (const [name, call] of Object.entries(calls) as [string, Call][])
    for (const { where, path, input } of fieldsOf(call))
      for (const value of wrong)
        expect(
          await answer(call, where, replaced(input, path, value)),
          saying(name, path, value),
        ).toBeLessThan(500);
  expect(errors).toEqual([]);
});

test.runIf(everything)(
  'a million characters, in any field of any call, cause no failure of the server',
  { timeout: timeoutMs },
  async () => {
    for (const [name, call] of Object.entries(calls) as [string, Call][])
      for (const { where, path, input } of fieldsOf(call).filter(({ path }) => path.length > 0))
        expect(
          await answer(call, where, replaced(input, path, long)),
          saying(name, path, 'long'),
        ).toBeLessThan(500);
    expect(errors).toEqual([]);
  },
);

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
    const shape = z.toJSONSchema(type, { io: 'input' }) as Shape;
    const input = right(shape);
    const paths = pathsIn(input).filter((path) => path.length > 0 || where === 'body');
    return paths.map((path) => ({ where, path, input }));
  });
}

/** A value that the schema allows. */
function right(shape: Shape, name = ''): unknown {
  if (name in known) return known[name];
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const either = shape.anyOf ?? shape.oneOf;
  if (either) return right(either.find(({ type }) => type !== 'null') ?? {}, name);
  if (shape.type === 'object')
    return Object.fromEntries(
      Object.entries(shape.properties ?? {}).map(([key, one]) => [key, right(one, key)]),
    );
  if (shape.type === 'array') return [right(shape.items ?? {})];
  if (shape.type === 'boolean') return true;
  if (shape.type === 'number' || shape.type === 'integer') return Math.max(1, shape.minimum ?? 1);
  if (shape.format === 'uuid') return randomUUID();
  if (shape.format === 'date-time')
    return new Date(server.clock.now().getTime() + 5 * 86_400_000).toISOString();
  if (shape.format === 'email') return 'person@example.com';
  return 'abcdefgh'.padEnd(shape.minLength ?? 0, 'a');
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
async function answer(call: Call, where: Where, given: unknown): Promise<number> {
  const rightOf = (part: Where) => {
    const type = call[part];
    if (part === where) return given;
    return type && right(z.toJSONSchema(type as Schema, { io: 'input' }) as Shape);
  };
  const params = { id: known.bookingId, ...(rightOf('params') as object) } as Record<string, unknown>;
  const path = call.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(asText(params[name])));
  const query = new URLSearchParams(
    Object.entries((rightOf('query') ?? {}) as object).map(([name, value]) => [name, asText(value)]),
  );
  const response = await clients[call.who].raw(call.method, query.size ? `${path}?${query}` : path, {
    headers: { origin: server.url, ...(call.body ? { 'content-type': 'application/json' } : {}) },
    ...(call.body ? { body: JSON.stringify(rightOf('body')) } : {}),
  });
  await response.arrayBuffer();
  return response.status;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
