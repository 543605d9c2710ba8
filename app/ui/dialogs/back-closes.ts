import { inTime } from '../../lib/in-time.ts';

/**
 * Going back closes what is open instead of leaving the page. Every open dialog has an entry of its own in the
 * history, at the same address; the router never hears of it.
 */
interface Open {
  id: string;
  href: string;
  close: () => void;
}

const open: Open[] = [];
/** Entries that we leave ourselves, because their dialog was closed by other means. */
let leaving = 0;
let installed = false;

const markOf = (state: unknown): unknown => (state as { dialog?: unknown } | null)?.dialog;

function install(): void {
  if (installed) return;
  installed = true;
  // Before the router's own listener, which would take it for a page.
  addEventListener('popstate', heardBack, { capture: true });
  const push = history.pushState.bind(history);
  // Where an open dialog leads on, the next page takes the place of its entry.
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
  // Further back than the dialog: the router shows that page, and the dialog goes with this one.
  if (location.href === top.href) event.stopImmediatePropagation();
  for (const dialog of open.splice(location.href === top.href ? -1 : 0)) dialog.close();
}

/** The browser moves within one page at once. */
const stepWithinMs = 1000;

/**
 * After a reload no dialog is open, and the entries of those that were would each cost a Back that does nothing: they
 * are left. To be awaited before the router begins to listen.
 */
export async function leaveLostDialogs(): Promise<void> {
  while (markOf(history.state) !== undefined) {
    const left = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    try {
      await inTime(left, stepWithinMs);
    } catch {
      // There is nothing before it.
      return;
    }
  }
}

/** @returns what to call when the dialog has been closed, however that came. */
export function closeOnBack(id: string, close: () => void): () => void {
  install();
  const entry: Open = { id, href: location.href, close };
  open.push(entry);
  if (markOf(history.state) !== id) history.pushState({ ...history.state, dialog: id }, '');
  return () => {
    const at = open.indexOf(entry);
    if (at >= 0) open.splice(at, 1);
    // After whatever page the same tap opens: that one has taken the entry's place already.
    setTimeout(() => {
      if (markOf(history.state) !== id || open.some((dialog) => dialog.id === id)) return;
      leaving += 1;
      history.back();
    });
  };
}
