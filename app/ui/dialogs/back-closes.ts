import { inTime } from '../../lib/in-time.ts';

/**
 * Back closes the open dialog instead of leaving the page. Every open dialog has an entry of its own in the history,
 * at the same address; the router never receives its events.
 */
interface Open {
  id: string;
  href: string;
  close: () => void;
}

const open: Open[] = [];
/** The number of entries being removed by us, because their dialog was closed by other means. */
let leaving = 0;
let installed = false;

const markOf = (state: unknown): unknown => (state as { dialog?: unknown } | null)?.dialog;

function install(): void {
  if (installed) return;
  installed = true;
  // Registered before the router's own listener, which would take the event for a page.
  addEventListener('popstate', heardBack, { capture: true });
  const push = history.pushState.bind(history);
  // A page opened from an open dialog replaces the dialog's entry.
  history.pushState = (state, unused, url) => {
    if (markOf(history.state) === undefined || markOf(state) !== undefined) push(state, unused, url);
    else history.replaceState(state, unused, url);
  };
}

function heardBack(event: PopStateEvent): void {
  if (leaving) {
    leaving -= 1;
    event.stopImmediatePropagation();
    return;
  }
  const top = open.at(-1);
  if (!top) return;
  // If the person goes further back than the dialog, the router shows that page, and the dialog closes with this
  // one.
  if (location.href === top.href) event.stopImmediatePropagation();
  for (const dialog of open.splice(location.href === top.href ? -1 : 0)) dialog.close();
}

/** The longest wait for a step within one page, which browsers make at once. */
const stepWithinMs = 1000;

/**
 * Removes entries of dialogs after a reload: no dialog is open then, and each entry would cost a Back without
 * effect. Must be awaited before the router begins to listen.
 */
export async function leaveLostDialogs(): Promise<void> {
  while (markOf(history.state) !== undefined) {
    const left = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    try {
      await inTime(left, stepWithinMs);
    } catch {
      // There is no entry before it.
      return;
    }
  }
}

/** @returns a function to call when the dialog has been closed, in whatever way. */
export function closeOnBack(id: string, close: () => void): () => void {
  install();
  const entry: Open = { id, href: location.href, close };
  open.push(entry);
  if (markOf(history.state) !== id) history.pushState({ ...history.state, dialog: id }, '');
  return () => {
    const at = open.indexOf(entry);
    if (at >= 0) open.splice(at, 1);
    // Runs after any page opened by the same tap, which has then replaced the entry already.
    setTimeout(() => {
      if (markOf(history.state) !== id || open.some((dialog) => dialog.id === id)) return;
      leaving += 1;
      history.back();
    });
  };
}
