/** A double tap takes this long at the most. */
const doubleTapMs = 500;
let closedAt = Number.NEGATIVE_INFINITY;

/**
 * From now on, for a moment: the second half of a double tap, whose first half has just closed a dialog, reaches
 * nothing of what lay under it.
 */
export function ignoreSecondTap(): void {
  closedAt = performance.now();
}

globalThis.document?.addEventListener(
  'click',
  (event) => {
    if (event.detail < 2 || performance.now() - closedAt > doubleTapMs) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
