import { once } from 'node:events';
import { end, type Fleet, forkBeside } from './fleet.ts';
import { offences } from './offences.ts';
import { signInMany } from './people.ts';

export interface Offenders {
  count: number;
  /** Starts the forbidden acts. */
  begin(): Promise<void>;
  /** Stops them. @returns since the start: the number of sockets, and the longest stay of one, in ms */
  rest(): Promise<{ sockets: number; stayed: number }>;
  stop(): Promise<void>;
}

/** Starts so many of each kind in a process of their own, so that only their cost to the server is measured. */
export async function startOffenders(fleet: Fleet, ofEachKind: number): Promise<Offenders> {
  const people = await signInMany(fleet.db, ofEachKind * offences.length, 'customer');
  const child = forkBeside('offenders.main.ts', []);
  const ask = async (what: unknown): Promise<unknown> => {
    const message = once(child, 'message');
    child.send(what as object);
    return (await message)[0];
  };
  await ask({ servers: fleet.servers, people });
  return {
    count: people.length,
    async begin() {
      await ask('begin');
    },
    rest: async () => (await ask('rest')) as { sockets: number; stayed: number },
    stop: () => end(child),
  };
}
