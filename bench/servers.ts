import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Reader } from './data.ts';

/** One of the two servers that are compared, for one signed-in reader. */
export interface Served {
  port: number;
  cookie: string;
}

/** Starts the processes of a bench on one data folder, and ends them. */
export function processesOn(folder: string) {
  const started: ChildProcess[] = [];

  function start(file: string, args: string[] = []): ChildProcess {
    const isProduct = file === 'bench/product.ts';
    const child = fork(file, args, {
      env: { PATH: process.env.PATH, DATA_DIR: folder },
      execArgv: isProduct && process.argv.includes('--cpu-prof') ? ['--cpu-prof'] : [],
      // The product's log goes where it costs its usual time and fills no disk.
      stdio: ['ignore', isProduct ? 'ignore' : 'inherit', 'inherit', 'ipc'],
    });
    started.push(child);
    return child;
  }

  return {
    start,
    /** @param file `bench/product.ts` or `bench/bare.ts` */
    async serve(file: string, reader: Reader): Promise<Served> {
      const [served] = await once(start(file, [reader.userId]), 'message');
      return served as Served;
    },
    async end(): Promise<void> {
      for (const child of started.filter((c) => c.connected)) {
        child.disconnect();
        if (child.exitCode === null) await once(child, 'exit');
      }
    },
  };
}

/** @throws if two servers return different bytes for a read of the reader's */
export async function compareBytes(path: string, product: Served, bare: Served): Promise<void> {
  const [ours, floor] = await Promise.all(
    [product, bare].map(async ({ port, cookie }) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      return response.text();
    }),
  );
  if (ours !== floor) throw new Error(`${path}: the two servers do not return the same bytes`);
}
