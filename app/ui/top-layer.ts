/** A modal dialog blocks everything outside of it; elements that must still work move into the topmost one. */
const listeners = new Set<() => void>();

/** Called when a dialog has opened or closed. */
export function announceTopLayer(): void {
  for (const listener of listeners) listener();
}

export function onTopLayerChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The dialog in front, or the page. */
export const topLayer = (): HTMLElement =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1) ?? document.body;

/**
 * Runs work that may open a window of its own over the page, such as the bank's question. A modal dialog around the
 * form would block it, so the dialog is not modal for that time.
 */
export async function outOfTheWay<T>(inside: HTMLElement | null, work: () => Promise<T>): Promise<T> {
  const dialog = inside?.closest('dialog');
  if (!dialog?.open) return work();
  const reopen = (how: 'show' | 'showModal') => {
    const focused = document.activeElement;
    // The person has not closed the dialog.
    dialog.addEventListener('close', (event) => event.stopImmediatePropagation(), {
      capture: true,
      once: true,
    });
    dialog.close();
    dialog[how]();
    announceTopLayer();
    if (focused instanceof HTMLElement) focused.focus();
  };
  reopen('show');
  try {
    return await work();
  } finally {
    if (dialog.open) reopen('showModal');
  }
}
