import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import { fillDatabase } from './data.ts';
import { compareBytes, processesOn } from './servers.ts';

let folder: string;
let processes: ReturnType<typeof processesOn>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthkeep-bench-'));
  processes = processesOn(folder);
});
afterEach(async () => {
  await processes.end();
  await rm(folder, { recursive: true });
});

test.each(['/api/bookings?limit=20', '/api/services'])(
  'the bare server of the bench returns the product’s bytes of %s',
  async (path) => {
    const reader = await fillDatabase(folder, 2);
    const product = await processes.serve('bench/product.ts', reader);
    const bare = await processes.serve('bench/bare.ts', reader);
    await compareBytes(path, product, bare);
  },
);
