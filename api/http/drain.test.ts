import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { drainable } from './drain.ts';
import { claimPort, portOf } from './port.ts';

/** A time in milliseconds that is longer than any test takes. */
const never = 3_600_000;

/** A server whose requests are answered by hand. */
async function aServer() {
  const responses: ServerResponse[] = [];
  let heard = () => {};
  const server = createServer((_req, res) => {
    responses.push(res);
    heard();
  });
  const drain = drainable(server);
  const claim = await claimPort(0, '127.0.0.1');
  server.listen(claim);
  await once(server, 'listening');
  const port = portOf(claim);
  /** @returns the request at the server, and its outcome at the client */
  const ask = async () => {
    const arrived = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const outcome = new Promise<string>((resolve) => {
      get({ port, host: '127.0.0.1', agent: false }, (answer) => resolve(String(answer.statusCode))).on(
        'error',
        () => resolve('cut off'),
      );
    });
    await arrived;
    const res = responses.at(-1);
    if (!res) throw new Error('Nothing has arrived');
    return { res, outcome };
  };
  return { drain, ask, port };
}

async function expectFree(port: number): Promise<void> {
  const claim = await claimPort(port, '127.0.0.1');
  claim.close();
}

test('requests under way at the stop are answered; busy clients do not hold the port', async () => {
  const { drain, ask, port } = await aServer();
  const before = await ask();
  const closed = drain(never);
  // Another one that is never answered comes before the first is finished.
  const later = await ask();
  before.res.end();
  expect(await before.outcome).toBe('200');
  await closed;
  expect(await later.outcome).toBe('cut off');
  await expectFree(port);
});

test('without requests under way the port is free at once', async () => {
  const { drain, port } = await aServer();
  await drain(never);
  await expectFree(port);
});
