import { inTime } from '../../lib/in-time.ts';

/**
 * Back closes the open dialog instead of leaving the page. Every open dialog has an entry of its own in the history,
 * at the same address; the router never receives its events.
 */
interface Open {
  id: string;
  href: string;
  close: () => void;
  /** Whether the dialog has got its entry. */
  entered: boolean;
}

/** The longest wait for a step within one page, which browsers make at once, where there may be no entry before. */
const stepWithinMs = 1000;
/**
 * The same where there is one. A busy browser may need seconds, and a step that comes after the wait would count as
 * the person's own Back and close the next dialog.
 */
const ownStepWithinMs = 15_000;

const open: Open[] = [];
/** The ids of dialogs whose entry stands after one of this page. */
const pushed = new Set<unknown>();
/** Set while we remove the entry of a dialog that was closed by other means. */
let leaving: ReturnType<typeof setTimeout> | undefined;
let installed = false;
/** Called once no dialog is open and no entry of one is left. */
const waiting: (() => void)[] = [];

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
  const top = open.at(-1);
  if (leaving) {
    clearTimeout(leaving);
    leaving = undefined;
    event.stopImmediatePropagation();
  } else if (top) {
    // If the person goes further back than the dialog, the router shows that page, and the dialog closes with this
    // one.
    if (location.href === top.href) event.stopImmediatePropagation();
    for (const dialog of open.splice(location.href === top.href ? -1 : 0)) dialog.close();
  }
  settle();
}

/** Whether the present entry belongs to a dialog that is not open any more. */
function isLost(): boolean {
  const mark = markOf(history.state);
  return mark !== undefined && !open.some(({ id }) => id === mark);
}

/** There is no entry before the present one, so this one becomes the page's. */
function makePage(): void {
  leaving = undefined;
  const { dialog: _, ...page } = history.state;
  history.replaceState(page, '');
  settle();
}

/** Gives each open dialog its entry, and removes the present entry if its dialog has been closed. */
function settle(): void {
  // An entry that is added during a step back would be removed by the step.
  if (leaving) return;
  for (const dialog of open.filter(({ entered }) => !entered)) {
    const state = { ...history.state, dialog: dialog.id };
    // A dialog that takes the place of another takes its entry, too.
    if (isLost()) {
      if (pushed.has(markOf(history.state))) pushed.add(dialog.id);
      history.replaceState(state, '');
    } else if (markOf(history.state) !== dialog.id) {
      pushed.add(dialog.id);
      history.pushState(state, '');
    }
    dialog.entered = true;
  }
  if (isLost()) {
    leaving = setTimeout(makePage, pushed.has(markOf(history.state)) ? ownStepWithinMs : stepWithinMs);
    history.back();
  } else if (!open.length) for (const resolve of waiting.splice(0)) resolve();
}

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

/**
 * Waits until no dialog is open and the entries of all are removed. Must be awaited before a page is opened, or the
 * present address replaced, by a program after it closed a dialog: the removal would undo the former, and keep the
 * address from before the latter.
 */
export async function dialogsLeft(): Promise<void> {
  if (!open.length && !leaving && !isLost()) return;
  // A dialog may refuse to close.
  await inTime(new Promise<void>((resolve) => waiting.push(resolve)), stepWithinMs).catch(() => {});
}

/** @returns a function to call when the dialog has been closed, in whatever way. */
export function closeOnBack(id: string, close: () => void): () => void {
  install();
  const entry: Open = { id, href: location.href, close, entered: false };
  open.push(entry);
  settle();
  return () => {
    const at = open.indexOf(entry);
    if (at >= 0) open.splice(at, 1);
    // Runs after any page or dialog opened by the same tap, which has then replaced the entry already.
    setTimeout(settle);
  };
}
