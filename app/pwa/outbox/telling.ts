import type { Entry, Work } from './database.ts';
import type { OutboxNews } from './news.ts';

/** The shortest interval of news to a page about a drain: each time, all waiting entries are rendered again. */
const togetherMs = 1000;

interface Teller<A> {
  /** Informs the other tabs. */
  tell: (news: OutboxNews<A>) => void;
  now: () => number;
  /** Calls `then` after so many milliseconds. */
  later: (ms: number, then: () => void) => void;
}

/**
 * Reports the steps of a drain to this page and the others: the first at once, then several together.
 * @param show shows answers on this page
 * @param refresh makes this page read the waiting entries
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
    /** Called at the end of the drain. */
    end(): void {
      if (waiting) flush();
    },
  };
}

/** Keeps an unchanged entry as the same object, so that nothing is rendered again for it. */
export function sameAs<W extends Work>(before: Entry<W>[]): (entry: Entry<W>) => Entry<W> {
  const known = new Map(before.map((entry) => [entry.seq, entry]));
  return (entry) => {
    const previous = known.get(entry.seq);
    const same =
      previous?.state === entry.state &&
      previous.attempts === entry.attempts &&
      previous.notBefore === entry.notBefore &&
      previous.reason === entry.reason;
    return same ? previous : entry;
  };
}
