import { readFile } from 'node:fs/promises';
import pg from 'pg';

/** The unit of the times in `/proc`, a hundredth of a second on Linux. */
const ticksPerSecond = 100;

/** Reads a file of `/proc`; empty for a process that has ended. */
const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');

/** The memory of a process, in bytes. */
export async function memoryOf(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+) kB/.exec(await read(pid, 'status'))?.[1] ?? 0) * 1024;
}

export async function childrenOf(pid: number): Promise<number[]> {
  return (await read(pid, `task/${pid}/children`)).split(' ').filter(Boolean).map(Number);
}

/** The processes that a process has started, and those that these have. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

/** The seconds of processor that these processes have used, with those of their children that have ended. */
export async function processorSeconds(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(
    pids.map(async (pid) => {
      const stat = await read(pid, 'stat');
      // The name, in brackets, may hold spaces.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    }),
  );
  return times.reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond;
}

/** PostgreSQL's own process, the parent of its others. */
export async function postgresProcess(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const status = await read(Number(rows[0]?.pid), 'status');
  await client.end();
  return Number(/PPid:\s+(\d+)/.exec(status)?.[1]);
}
