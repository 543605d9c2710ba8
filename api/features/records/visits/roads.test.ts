import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { travelBetween } from './postcode-travel.ts';
import { readRoads } from './roads.service.ts';

// Postcodes of this file alone: the times by road hold for the whole process.
const [perth, fremantle, albany] = ['6004', '6160', '6330'];

let server: TestServer;
let osrm: Server;
let paths: string[];
let answer: (places: number) => { status: number; body: unknown };
beforeAll(async () => {
  paths = [];
  osrm = createServer((request, response) => {
    paths.push(request.url ?? '');
    const { status, body } = answer((request.url ?? '').split('?')[0]?.split(';').length ?? 0);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => osrm.listen(0, '127.0.0.1', resolve));
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
  osrm.close();
});

const minute = 60_000;
const round = () => {
  const { port } = osrm.address() as AddressInfo;
  return readRoads({
    ...server.deps,
    env: { ...server.deps.env, OSRM_URL: `http://127.0.0.1:${port}/` },
  });
};
/** A table in which each way takes 50 minutes there and 55 back. */
const table = (places: number) => ({
  status: 200,
  body: {
    code: 'Ok',
    durations: Array.from({ length: places }, (_, from) =>
      Array.from({ length: places }, (__, to) => (from === to ? 0 : from < to ? 3000 : 3300)),
    ),
  },
});

test('nothing is asked without an address; ways follow the straight line', async () => {
  await readRoads(server.deps);
  expect(paths).toEqual([]);
  expect(travelBetween(perth, fremantle)).toBeGreaterThan(10 * minute);
});

test('a way is asked for once, by the centres of its postcodes, and takes the longer direction', async () => {
  answer = table;
  const straight = travelBetween(perth, fremantle);
  await round();
  travelBetween(fremantle, perth);
  await round();
  expect(paths).toHaveLength(1);
  expect(paths[0]).toMatch(
    /^\/table\/v1\/driving\/11\d\.\d+,-3\d\.\d+;11\d\.\d+,-3\d\.\d+\?annotations=duration$/,
  );
  expect(travelBetween(perth, fremantle)).toBe(55 * minute);
  expect(straight).not.toBe(55 * minute);
  await round();
  expect(paths, 'it is known from now on').toHaveLength(1);
  const rows = await server.deps.db.selectFrom('travel_times').selectAll().execute();
  expect(rows).toMatchObject([{ from_postcode: perth, to_postcode: fremantle, minutes: 55 }]);
});

test('a pair that no road joins is asked for once, and every pair again after three months', async () => {
  const [hobart, broome] = ['7000', '6725'];
  const straight = travelBetween(hobart, broome);
  const questions = paths.length;
  answer = (places) => ({
    status: 200,
    body: { code: 'Ok', durations: Array.from({ length: places }, () => Array(places).fill(null)) },
  });
  await round();
  travelBetween(hobart, broome);
  await round();
  expect(paths).toHaveLength(questions + 1);
  expect(travelBetween(broome, hobart)).toBe(straight);
  server.clock.advance({ hours: 91 * 24 });
  answer = table;
  await round();
  await round();
  expect(paths).toHaveLength(questions + 2);
  expect(travelBetween(hobart, broome)).toBe(55 * minute);
});

test('times of postcodes that are gone keep no others from being read again', async () => {
  const { db } = server.deps;
  const gone = Array.from({ length: 25 }, (_, n) => ({
    ...{ from_postcode: `0000${n}`, to_postcode: perth },
    ...{ minutes: 5, read_at: '2020-01-01T00:00:00.000Z' },
  }));
  await db.insertInto('travel_times').values(gone).execute();
  const old = { from_postcode: fremantle, to_postcode: albany, minutes: 5 };
  await db
    .insertInto('travel_times')
    .values({ ...old, read_at: '2020-01-02T00:00:00.000Z' })
    .execute();
  answer = table;
  for (let n = 0; n < 3; n += 1) await round();
  const rows = await db
    .selectFrom('travel_times')
    .selectAll()
    .where('read_at', '<', '2021-01-01T00:00:00.000Z')
    .execute();
  expect(rows).toEqual([]);
  expect(travelBetween(fremantle, albany)).toBe(55 * minute);
});

test('while the server fails, the straight line stays', async () => {
  const [perth, albany] = ['6000', '6331'];
  const straight = travelBetween(perth, albany);
  for (const wrong of [
    { status: 500, body: {} },
    { status: 200, body: { code: 'Ok', durations: [[0]] } },
  ]) {
    answer = () => wrong;
    travelBetween(perth, albany);
    await round();
    expect(travelBetween(perth, albany)).toBe(straight);
  }
});
