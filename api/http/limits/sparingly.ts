/** The most works in one turn of the event loop: hundreds at once would hold up others for as long as they take. */
const perTurn = 8;
/** After each turn nothing is done for so many times as long as it took. */
const restTimes = 19;

/**
 * Carries out work in order, for a twentieth of the time at most. It is for work that takes little but that somebody
 * can cause without end, as by sending what is refused again at once: a sender who waits for the answer is slowed down
 * by it, and nobody else.
 */
export function sparingly(now: () => number = () => performance.now()): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let restsUntil = 0;
  let isPlanned = false;

  function plan(): void {
    isPlanned = waiting.length > 0;
    if (!isPlanned) return;
    const restMs = restsUntil - now();
    if (restMs > 0) setTimeout(goOn, restMs);
    else setImmediate(goOn);
  }

  function goOn(): void {
    const began = now();
    for (const work of waiting.splice(0, perTurn)) work();
    const ended = now();
    restsUntil = ended + (ended - began) * restTimes;
    plan();
  }

  return (work) => {
    waiting.push(work);
    if (!isPlanned) plan();
  };
}
