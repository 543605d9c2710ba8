/** A row of a list that the keys go through, and its link and its checkbox. */
const rowOf = '[data-row]';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)));

/** Whether a key belongs to a list: nothing is typed, no dialog is open, and no browser's own key is meant. */
export const isListKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !isTyping(event.target) &&
  !document.querySelector('dialog[open]');

/** The place to which a step leads from a row: the first row from outside, and never beyond the ends. */
export const stepFrom = (at: number, step: 1 | -1, count: number): number =>
  at < 0 ? 0 : Math.min(count - 1, Math.max(0, at + step));

/**
 * Goes through the rows of a list by `j` and `k`, and chooses a row by `x`; Enter opens the focused row's link by
 * itself.
 * @param rows the element around the rows
 * @returns whether the key was one of these
 */
export function pressInRows(event: KeyboardEvent, rows: HTMLElement): boolean {
  const all = [...rows.querySelectorAll<HTMLElement>(rowOf)];
  const at = all.findIndex((row) => row.contains(document.activeElement));
  if (event.key === 'j' || event.key === 'k') {
    const next = all[stepFrom(at, event.key === 'j' ? 1 : -1, all.length)];
    const link = next?.querySelector<HTMLElement>('a[href]');
    link?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
    return link != null;
  }
  if (event.key === 'x') {
    const box = all[at]?.querySelector<HTMLInputElement>('input[type=checkbox]');
    box?.click();
    return box != null;
  }
  return false;
}

/** Listens for the keys of lists while a page is in front. @returns a function that ends it */
export function onListKey(press: (event: KeyboardEvent) => boolean): () => void {
  const hear = (event: KeyboardEvent) => {
    if (isListKey(event) && press(event)) event.preventDefault();
  };
  document.addEventListener('keydown', hear);
  return () => document.removeEventListener('keydown', hear);
}

/** Calls `focus` at `/`. @returns a function that ends it */
export const focusSearch = (focus: () => void): (() => void) =>
  onListKey(({ key }) => {
    if (key !== '/') return false;
    focus();
    return true;
  });
