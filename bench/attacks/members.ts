import { once } from 'node:events';
import { end, forkBeside } from '../sockets/fleet.ts';
import type { SignedIn } from '../sockets/people.ts';

/** The waits and errors of members over a time. */
export interface Noticed {
  /** The times of all answers, whatever their status, in ms, ascending. */
  times: number[];
  served: number;
  /** Answers with 503 and `Retry-After`. */
  later: number;
  /** All other answers, and missing ones, by kind. */
  wrong: Record<string, number>;
}

export interface Members {
  /** The id of their process. */
  pid: number;
  /** Runs for this time; requests under way are waited for. */
  run(ms: number): Promise<Noticed>;
  stop(): Promise<void>;
}

export interface Member extends SignedIn {
  address: string;
  bookingId: string;
}

/**
 * Members who read and write at an even pace, in a process of their own, so that the attackers' cost is not
 * measured.
 */
export async function startMembers(url: string, members: Member[]): Promise<Members> {
  const child = forkBeside('../attacks/members.main.ts', [JSON.stringify({ url, members })]);
  await once(child, 'message');
  return {
    pid: Number(child.pid),
    async run(ms) {
      const message = once(child, 'message');
      child.send(ms);
      return (await message)[0] as Noticed;
    },
    stop: () => end(child),
  };
}
