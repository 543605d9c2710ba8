/** A modal dialog makes everything outside of it deaf; what must be heard all the same moves into the topmost one. */
const listeners = new Set<() => void>();

/** A dialog has opened or closed. */
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
