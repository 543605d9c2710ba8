/** The most works in one turn of the event loop: hundreds at once would hold up others for as long as they take. */
const perTurn = 8;
/** After each turn nothing is done for so many times as long as it took. */
const restTimes = 19;

/** Work of several senders that is done little by little. */
export interface Sparingly {
  add(sender: string, work: () => void): void;
  /** The number of works of a sender that wait. */
  waitingOf(sender: string): number;
}

/**
 * Carries out work in turns by sender, for a twentieth of the time at most. It is for work that takes little but that somebody
 * can cause without end, as by sending what is refused again at once: a sender who waits for the answer is slowed down
 * by it, and nobody else.
 */
export function sparingly(now: () => number = () => performance.now()): Sparingly {
  // In the order of turns: a sender who has had one goes to the end.
  const waiting = new Map<string, (() => void)[]>();
  let restsUntil = 0;
  let isPlanned = false;

  function plan(): void {
    isPlanned = waiting.size > 0;
    if (!isPlanned) return;
    const restMs = restsUntil - now();
    if (restMs > 0) setTimeout(goOn, restMs);
    else setImmediate(goOn);
  }

  function doNext(): void {
    const [next] = waiting;
    if (!next) return;
    const [sender, theirs] = next;
    const work = theirs.shift();
    waiting.delete(sender);
    if (theirs.length) waiting.set(sender, theirs);
    work?.();
  }

  function goOn(): void {
    const began = now();
    for (let done = 0; done < perTurn; done += 1) doNext();
    const ended = now();
    restsUntil = ended + (ended - began) * restTimes;
    plan();
  }

  return {
    add(sender, work) {
      const theirs = waiting.get(sender) ?? [];
      theirs.push(work);
      waiting.set(sender, theirs);
      if (!isPlanned) plan();
    },
    waitingOf: (sender) => waiting.get(sender)?.length ?? 0,
  };
}
