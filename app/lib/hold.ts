/** Apart from the socket, whose code comes after the first screen. */
let held: { over: Promise<void>; end: () => void } | null = null;
let listener: (held: boolean) => void = () => {};
const underWay = new Set<Promise<unknown>>();

/**
 * No socket and no call while the session is being ended: the server would answer them as signed out before the page
 * knows of it.
 * @returns what lets them come back
 */
export function hold(): () => void {
  if (!held) {
    // Not `Promise.withResolvers`: a browser that lacks it must be able to sign out.
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
 * Makes a call when nothing holds it. What fails while it is held is told only after: that the session has ended is for
 * the sign-out to say.
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

/** When the calls that are under way now have been answered, whatever the answer. */
export async function answered(): Promise<void> {
  await Promise.allSettled(underWay);
}

export const isHeld = (): boolean => held !== null;
export const onHold = (next: (held: boolean) => void): void => {
  listener = next;
};
