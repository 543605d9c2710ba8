/** The hold is apart from the socket, whose code is loaded after the first screen. */
let held: { over: Promise<void>; end: () => void } | null = null;
let listener: (held: boolean) => void = () => {};
const underWay = new Set<Promise<unknown>>();

/**
 * Holds the socket and all calls while the session is being ended: the server would answer them as signed out before
 * the page knows of it.
 * @returns a function that releases them
 */
export function hold(): () => void {
  if (!held) {
    // `Promise.withResolvers` is not used, because a browser without it must be able to sign out.
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    held = { over, end };
    listener(true);
  }
  return () => {
    held?.end();
    held = null;
    listener(false);
  };
}

const over = (): Promise<void> | undefined => held?.over;

/**
 * Makes a call when nothing holds it. A failure during the hold is reported only afterwards: the sign-out itself
 * reports the end of the session.
 */
export async function whenFree<T>(call: () => Promise<T>): Promise<T> {
  while (held) await over();
  const answer = call();
  underWay.add(answer);
  try {
    return await answer;
  } catch (error) {
    while (held) await over();
    throw error;
  } finally {
    underWay.delete(answer);
  }
}

/** Resolves when the calls under way now have been answered, whatever the answer. */
export async function answered(): Promise<void> {
  await Promise.allSettled(underWay);
}

export const isHeld = (): boolean => held !== null;
export const onHold = (next: (held: boolean) => void): void => {
  listener = next;
};
