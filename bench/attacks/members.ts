import { once } from 'node:events';
import { end, forkBeside } from '../sockets/fleet.ts';
import type { SignedIn } from '../sockets/people.ts';

/** What members noticed for a while. */
export interface Noticed {
  /** How long every answer took, whatever it was, in ms, ascending. */
  times: number[];
  served: number;
  /** Answers that ask to come back later: 503 with `Retry-After`. */
  later: number;
  /** Anything else, and no answer at all, by what it was. */
  wrong: Record<string, number>;
}

export interface Members {
  /** They go on for so long; what was asked is waited for. */
  run(ms: number): Promise<Noticed>;
  stop(): Promise<void>;
}

export interface Member extends SignedIn {
  address: string;
  bookingId: string;
}

/** Members who read and write at an even pace, in a process of their own: what it costs to attack is not measured. */
export async function startMembers(url: string, members: Member[]): Promise<Members> {
  const child = forkBeside('./members.main.ts', [JSON.stringify({ url, members })]);
  await once(child, 'message');
  return {
    async run(ms) {
      const said = once(child, 'message');
      child.send(ms);
      return (await said)[0] as Noticed;
    },
    stop: () => end(child),
  };
}
