/** The elements that were focused last within these, each with its ancestors, the nearest first. */
const paths = new WeakMap<Element, Element[]>();

/** An element and its ancestors, as long as it is in the document. */
export function pathOf(element: Element | null): Element[] {
  const path: Element[] = [];
  for (let one = element; one && one !== document.body; one = one.parentElement) path.push(one);
  return path;
}

/**
 * A focused element that is removed leaves the focus to the page as a whole, and a keyboard or a screen reader begins
 * anew at its top (WCAG 2.4.3). From now on a heading near the removed element takes the focus, within the same page
 * or dialog.
 * @param focused the path of the element that has the focus now, or gets it back
 */
export function keepFocusNear(focused: Element[]): void {
  const root = focused.find((element) => element.matches('dialog, .ion-page')) ?? document.body;
  const isWatched = paths.has(root);
  paths.set(root, focused);
  if (!isWatched) {
    root.addEventListener('focusin', ({ target }) => paths.set(root, pathOf(target as Element)));
    new MutationObserver(() => findAgain(root)).observe(root, { childList: true, subtree: true });
  }
  // The code that closed a dialog may have a better place for it.
  queueMicrotask(() => findAgain(root));
}

function findAgain(root: Element): void {
  const [focused, ...around] = paths.get(root) ?? [];
  if (!focused || focused.isConnected || document.activeElement !== document.body) return;
  const place = around.find((element) => element.isConnected && headingIn(element));
  const heading = place && headingIn(place);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

const headingIn = (element: Element): HTMLElement | undefined =>
  [...element.querySelectorAll<HTMLElement>('h1, h2, h3')].find((heading) => heading.checkVisibility());
