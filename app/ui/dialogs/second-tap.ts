/** The longest time of a double tap. */
const doubleTapMs = 500;
let changedAt = Number.NEGATIVE_INFINITY;

/**
 * Ignores taps for a moment: the first half of a double tap has just closed a dialog or led to its next step, and the
 * second must not reach the content that came there, nor take the focus to it.
 */
export function ignoreSecondTap(): void {
  changedAt = performance.now();
}

for (const kind of ['mousedown', 'click'] as const)
  globalThis.document?.addEventListener(
    kind,
    (event) => {
      if (event.detail < 2 || performance.now() - changedAt > doubleTapMs) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
