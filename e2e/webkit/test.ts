import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { type Network, startNetwork } from '../network.ts';
import { type RunningServer, startServer } from '../server.ts';
import { openPhone, type Phone } from './phone.ts';

interface Fixtures {
  /** The network between the phone and the server. */
  network: Network;
  /** A server process of this test alone, behind `network`; it must not complain. */
  server: RunningServer;
  /** A new phone; its console may contain only lines that the test has allowed. */
  phone: Phone;
}

export const test = base.extend<Fixtures>({
  network: async ({ task: _ }, use) => {
    const network = await startNetwork();
    await use(network);
    await network.close();
  },

  server: async ({ network }, use) => {
    const server = await startServer({ publicUrl: network.url });
    network.target(server.port);
    await use(server);
    await server.close();
    expect(server.complaints(), 'warnings, errors and stderr of the server').toEqual([]);
  },

  phone: async ({ server, task }, use) => {
    const phone = await openPhone(server.url);
    await use(phone);
    const isRight =
      task.result?.state !== 'fail' && !phone.complaints().length && !server.complaints().length;
    try {
      if (!isRight) await keep(task.name, phone, server);
    } finally {
      await phone.discard();
    }
    expect(phone.complaints(), 'unexpected lines on the console').toEqual([]);
  },
});

/** Saves the screen at the time of a failure, and the output of the browser and the server. */
async function keep(journey: string, phone: Phone, server: RunningServer): Promise<void> {
  const folder = join('test-results', 'webkit');
  await mkdir(folder, { recursive: true });
  const file = join(folder, journey.slice(0, 60).replaceAll(/\W+/g, '-'));
  await writeFile(`${file}.console.log`, phone.console().join('\n'));
  await writeFile(`${file}.server.log`, server.output().join('\n'));
  await writeFile(`${file}.png`, await phone.browser.takeScreenshot(), 'base64');
}

export { expect };
