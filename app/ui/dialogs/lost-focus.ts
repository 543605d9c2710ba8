/**
 * A focused element that is removed leaves the focus to the page as a whole, and a screen reader begins anew at its
 * top (WCAG 2.4.3). A heading takes it instead.
 */
function focusHeading(heading: HTMLElement | null | undefined): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Gives the focus to a dialog's title when other content with another title replaces the focused one, for example a
 * form a list.
 * @returns a function that ends the watch
 */
export function keepFocusInside(dialog: HTMLElement, titleId: string): () => void {
  const title = () => document.getElementById(titleId);
  let focused = document.activeElement;
  let under = title()?.textContent;
  const watch = new MutationObserver(() => {
    if (!focused || focused.isConnected || under === title()?.textContent || !isFocusLost()) return;
    focused = null;
    focusHeading(title());
  });
  const learn = ({ target }: FocusEvent) => {
    focused = target as Element;
    under = title()?.textContent;
  };
  // After a tap on a blank spot nothing has the focus; a person who has left the window finds it where it was.
  const leave = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (focused === target && focused?.isConnected) focused = document.activeElement;
    });
  dialog.addEventListener('focusin', learn);
  dialog.addEventListener('focusout', leave);
  watch.observe(dialog, { childList: true, subtree: true });
  return () => {
    watch.disconnect();
    dialog.removeEventListener('focusin', learn);
    dialog.removeEventListener('focusout', leave);
  };
}

/**
 * Follows the element that opens a dialog, because it may be removed during or after the dialog, for example with a
 * booking that leaves its list. Called at the opening.
 * @returns a function that is called when the dialog has closed: from then on, until the person goes elsewhere, the
 * nearest heading takes the focus of a removed opener
 */
export function followOpener(opener: Element | null): () => void {
  const place = opener?.closest('.ion-page, .list-pane, dialog');
  if (!opener || !place) return () => {};
  const headings = headingsNear(opener, place);
  return () => {
    const look = () => {
      if (opener.isConnected) return;
      end();
      if (isFocusLost()) focusHeading(headings.find((heading) => heading.checkVisibility()));
    };
    const leave = ({ target }: Event) => target !== opener && end();
    const watch = new MutationObserver(look);
    const end = () => {
      watch.disconnect();
      removeEventListener('focusin', leave);
      removeEventListener('pointerdown', leave);
    };
    watch.observe(place, { childList: true, subtree: true });
    addEventListener('focusin', leave);
    addEventListener('pointerdown', leave);
    // The code that closed the dialog may have a better place for the focus.
    queueMicrotask(look);
  };
}

const isFocusLost = (): boolean => document.activeElement === document.body;

/** The headings before an element, the nearest first, and then those after it. */
function headingsNear(element: Element, place: Element): HTMLElement[] {
  const all = [...place.querySelectorAll<HTMLElement>('h1, h2, h3')];
  const isBefore = (heading: Element) =>
    Boolean(heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
  return [...all.filter(isBefore).reverse(), ...all.filter((heading) => !isBefore(heading))];
}
