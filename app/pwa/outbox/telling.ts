import type { Entry, Work } from './database.ts';
import type { OutboxNews } from './news.ts';

/** How often at most a page is told of what a drain does: each time, all that waits is drawn anew. */
const togetherMs = 1000;

interface Teller<A> {
  /** To the other tabs. */
  tell: (news: OutboxNews<A>) => void;
  now: () => number;
  /** Calls `then` after so many milliseconds. */
  later: (ms: number, then: () => void) => void;
}

/**
 * What a drain has done, told to a page and the others: the first at once, then several steps together.
 * @param show puts answers into what this page shows
 * @param refresh has it read what waits
 */
export function teller<A>(
  userId: string,
  { tell, now, later }: Teller<A>,
  show: (answered: A[]) => void,
  refresh: () => void,
) {
  let answers: A[] = [];
  let waiting = false;
  let toldAt = Number.NEGATIVE_INFINITY;
  const flush = () => {
    waiting = false;
    toldAt = now();
    const answered = answers;
    answers = [];
    tell(answered.length ? { kind: 'delivered', userId, answered } : { kind: 'changed' });
    show(answered);
    refresh();
  };
  return {
    note(answered: A | null): void {
      if (answered) answers.push(answered);
      if (waiting) return;
      const restMs = toldAt + togetherMs - now();
      waiting = true;
      if (restMs <= 0) flush();
      else later(restMs, () => waiting && flush());
    },
    /** The drain is over. */
    end(): void {
      if (waiting) flush();
    },
  };
}

/** An entry that has not changed stays the same object, so that nothing is drawn anew for it. */
export function sameAs<W extends Work>(before: Entry<W>[]): (entry: Entry<W>) => Entry<W> {
  const known = new Map(before.map((entry) => [entry.seq, entry]));
  return (entry) => {
    const was = known.get(entry.seq);
    const same =
      was?.state === entry.state && was.attempts === entry.attempts && was.notBefore === entry.notBefore;
    return same ? was : entry;
  };
}
