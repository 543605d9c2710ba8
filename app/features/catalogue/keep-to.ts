/** The signs that a person scrolls. */
export const byHand = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** A page that does not move within so many frames, half a second unless it is busy, is there already. */
const framesToBegin = 30;

/**
 * Corrects the way to an element to which the page begins to scroll: cards that are drawn on the way become higher than
 * was assumed, so that it ends beside the element. The page is left alone once it is there, or once a person scrolls.
 * @param box the thing that scrolls
 * @returns ends the correction, for another way
 */
export function keepTo(
  box: Pick<EventTarget, 'addEventListener'>,
  target: Pick<Element, 'scrollIntoView' | 'getBoundingClientRect'>,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const end = () => stop.abort();
  let hasBegun = false;
  const top = () => target.getBoundingClientRect().top;
  for (const kind of byHand) box.addEventListener(kind, end, { passive: true, capture: true, signal });
  box.addEventListener(
    'scroll',
    () => {
      hasBegun = true;
    },
    { passive: true, once: true, signal },
  );
  box.addEventListener(
    'scrollend',
    () => {
      const before = top();
      target.scrollIntoView({ block: 'start', behavior: 'instant' });
      // A correction has an end of its own, and cards that were drawn for it.
      if (top() === before) end();
    },
    { signal },
  );
  const waitToBegin = (frames: number): void => {
    if (hasBegun || signal.aborted) return;
    if (frames === 0) end();
    else requestAnimationFrame(() => waitToBegin(frames - 1));
  };
  waitToBegin(framesToBegin);
  return end;
}
