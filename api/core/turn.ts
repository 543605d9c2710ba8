import { AsyncLocalStorage } from 'node:async_hooks';

const sender = new AsyncLocalStorage<string>();

/**
 * Carries out work on behalf of a person, or of an address whose person is not known yet: it and everything that it
 * begins take turns with the work of others where something is scarce, such as connections to the database.
 */
export const workFor = <T>(name: string, work: () => T): T => sender.run(name, work);

/** The person or address for whom the caller works; empty for the server's own work. */
export const workingFor = (): string => sender.getStore() ?? '';

/**
 * Lets other waiting work run. SQLite answers within one turn of the event loop, so a long series of its queries
 * would hold up the whole server.
 */
export const letOthersGo = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The longest rest, in ms: a work that itself waited for others need not rest for all of that. */
const mostRestMs = 20;

/** Rests for as long as a part of a long work took, so that the work takes half of the process's time at most. */
export const restAsLong = (tookMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(tookMs, mostRestMs)));

/** The limits to waiting for a turn. */
interface Patience {
  /** The most works of one person that may wait; further ones are refused. */
  mostWaiting: number;
  /** The longest wait; after it the work is refused. */
  longestMs: number;
  refusal: () => Error;
}

/** Queues work by person: at most `atOnce` of one person run at the same time, the others wait in order. */
export function turnsByPerson(
  atOnce: number,
  patience?: Patience,
): <T>(personId: string, work: () => Promise<T>) => Promise<T> {
  const people = new Map<string, { running: number; waiting: Set<() => void> }>();
  return async (personId, work) => {
    const theirs = people.get(personId) ?? { running: 0, waiting: new Set() };
    people.set(personId, theirs);
    if (theirs.running < atOnce) theirs.running += 1;
    else await turnIn(theirs.waiting, patience);
    try {
      return await work();
    } finally {
      // The next one takes over this one's place.
      const [next] = theirs.waiting;
      if (next) next();
      else theirs.running -= 1;
      if (theirs.running === 0) people.delete(personId);
    }
  };
}

/** Resolves when the function that it adds to `waiting` is called. */
function turnIn(waiting: Set<() => void>, patience: Patience | undefined): Promise<void> {
  if (patience && waiting.size >= patience.mostWaiting) throw patience.refusal();
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      waiting.delete(begin);
      // Others have their turn first: SQLite answers a whole queue of one person without a pause.
      setImmediate(resolve);
    };
    const giveUp = ({ refusal }: Patience) => {
      waiting.delete(begin);
      reject(refusal());
    };
    const timer = patience && setTimeout(giveUp, patience.longestMs, patience);
    waiting.add(begin);
  });
}

/**
 * Queues work of many people: at most `atOnce` run at the same time, and those who wait have their turns one after the
 * other, so that nobody waits for all that another has sent.
 */
export function takingTurns(atOnce: number): <T>(personId: string, work: () => Promise<T>) => Promise<T> {
  let running = 0;
  // In the order of turns: a person who has had one goes to the end.
  const waiting = new Map<string, (() => void)[]>();
  const goOn = (): void => {
    const [next] = waiting;
    if (!next) {
      running -= 1;
      return;
    }
    const [personId, theirs] = next;
    const first = theirs.shift();
    waiting.delete(personId);
    if (theirs.length) waiting.set(personId, theirs);
    first?.();
  };
  return async (personId, work) => {
    if (running < atOnce) running += 1;
    else
      await new Promise<void>((resolve) => {
        const theirs = waiting.get(personId);
        if (theirs) theirs.push(resolve);
        else waiting.set(personId, [resolve]);
      });
    try {
      return await work();
    } finally {
      goOn();
    }
  };
}
