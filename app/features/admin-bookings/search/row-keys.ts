/** The rows in sight, of a list beside the page and of the page; a page behind another has none. */
const rowsInSight = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) =>
    row.checkVisibility({ visibilityProperty: true }),
  );

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
 * Goes through the rows in sight by `j` and `k`, from the focused one or from the opened one, and chooses a row by `x`;
 * Enter opens the focused row's link by itself.
 * @returns whether the key was one of these
 */
export function pressInRows(event: KeyboardEvent): boolean {
  const all = rowsInSight();
  const focused = all.findIndex((row) => row.contains(document.activeElement));
  const at = focused < 0 ? all.findIndex((row) => row.querySelector('[aria-current=true]')) : focused;
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
