import { expect, test } from 'vitest';
import { claimPort } from '../../http/port.ts';
import { freePort } from './free-port.ts';

test('a port is given out once, never one in use, and none that an outgoing connection may get', async () => {
  const first = await freePort();
  const taken = await claimPort(first + 1, '127.0.0.1');
  const given = [first, await freePort(), await freePort()];
  await new Promise((resolve) => taken.close(resolve));
  expect(given).not.toContain(first + 1);
  expect(new Set(given).size).toBe(3);
  for (const port of given) expect(port).toBeLessThan(32_768);
});
