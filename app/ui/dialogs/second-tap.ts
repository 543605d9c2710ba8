/** The longest time of a double tap. */
const doubleTapMs = 500;
let closedAt = Number.NEGATIVE_INFINITY;

/**
 * Ignores taps for a moment: the first half of a double tap has just closed a dialog, and the second must not reach
 * the content beneath.
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
