import { beforeEach, expect, test, vi } from 'vitest';

interface Entry {
  state: unknown;
  href: string;
}

/** The time that the browser takes for a step. */
let stepMs = 0;

/** A browser's history, which reports its steps a moment later, as browsers do. */
function historyOf(...states: unknown[]) {
  const browser = new EventTarget();
  const entries: Entry[] = states.map((state) => ({ state, href: '/' }));
  let at = states.length - 1;
  const here = () => entries[at] as Entry;
  const go = (delta: number) =>
    setTimeout(() => {
      if (!entries[at + delta]) return;
      at += delta;
      browser.dispatchEvent(new Event('popstate'));
    }, stepMs);
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('location', {
    get href() {
      return here().href;
    },
  });
  vi.stubGlobal('history', {
    get state() {
      return here().state;
    },
    pushState(state: unknown, _: string, href = here().href) {
      entries.splice(at + 1, entries.length, { state, href });
      at += 1;
    },
    replaceState(state: unknown, _: string, href = here().href) {
      entries[at] = { state, href };
    },
    back: () => go(-1),
    forward: () => go(1),
  });
  const pages: string[] = [];
  return {
    at: () => at,
    /** The entries up to the present one: the name of each dialog, or the address of a page. */
    trail: () =>
      entries
        .slice(0, at + 1)
        .map(({ state, href }) => (state as { dialog?: string } | null)?.dialog ?? href),
    /** The addresses that the router was told of. */
    pages,
    route: () => browser.addEventListener('popstate', () => pages.push(here().href)),
  };
}

/** A page at `/b`, after another, with a router. */
async function pageOf(...states: unknown[]) {
  const browser = states.length ? historyOf(...states) : historyOf({ idx: 0 }, { idx: 1 });
  history.replaceState(history.state, '', '/b');
  const { closeOnBack, dialogsLeft } = await import('./back-closes.ts');
  // Browsers call a capturing listener first, Node in the order in which they were added.
  closeOnBack('', () => {})();
  browser.route();
  /** Opens a dialog, as its component does: Back calls what its closing calls. */
  const show = (id: string) => {
    const closing = vi.fn();
    const closed = closeOnBack(id, closing);
    closing.mockImplementation(closed);
    return { close: closed, closing };
  };
  const steps = () => vi.runAllTimersAsync();
  await steps();
  return { ...browser, show, dialogsLeft, steps };
}

beforeEach(() => {
  stepMs = 0;
  vi.resetModules();
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test('a page loaded without an open dialog stays where it is', async () => {
  const { at } = historyOf({ idx: 0 }, { idx: 1 }, null);
  const { leaveLostDialogs } = await import('./back-closes.ts');
  await leaveLostDialogs();
  await vi.runAllTimersAsync();
  expect(at()).toBe(2);
});

test('a page loaded at two open dialogs leaves both entries, and no page', async () => {
  const { at } = historyOf(
    { idx: 0 },
    { idx: 1 },
    { idx: 1, dialog: 'sheet' },
    { idx: 1, dialog: 'question' },
  );
  const { leaveLostDialogs } = await import('./back-closes.ts');
  const left = leaveLostDialogs();
  await vi.runAllTimersAsync();
  await left;
  expect(at()).toBe(1);
});

test('a page without an earlier entry begins all the same', async () => {
  historyOf({ idx: 0, dialog: 'sheet' });
  const { leaveLostDialogs } = await import('./back-closes.ts');
  const left = leaveLostDialogs();
  await vi.runAllTimersAsync();
  await expect(left).resolves.toBeUndefined();
});

test('Back closes the topmost dialog, and the router hears of nothing', async () => {
  const { show, steps, trail, pages } = await pageOf();
  const sheet = show('sheet');
  const question = show('question');
  expect(trail()).toEqual(['/', '/b', 'sheet', 'question']);
  history.back();
  await steps();
  expect(question.closing).toHaveBeenCalledOnce();
  expect(sheet.closing).not.toHaveBeenCalled();
  expect(trail()).toEqual(['/', '/b', 'sheet']);
  history.back();
  await steps();
  expect(sheet.closing).toHaveBeenCalledOnce();
  expect(trail()).toEqual(['/', '/b']);
  expect(pages).toEqual([]);
  history.back();
  await steps();
  expect(pages).toEqual(['/']);
});

test('a dialog that takes the place of another takes its entry, and leaves none behind', async () => {
  const { show, steps, trail, pages } = await pageOf();
  const first = show('first');
  // React closes the old dialog and opens the new one without a pause.
  first.close();
  const second = show('second');
  await steps();
  expect(trail()).toEqual(['/', '/b', 'second']);
  second.close();
  await steps();
  expect(trail()).toEqual(['/', '/b']);
  history.back();
  await steps();
  expect(pages).toEqual(['/']);
});

test('a dialog that takes the place of another over a third leaves that one its entry', async () => {
  const { show, steps, trail } = await pageOf();
  show('third');
  const first = show('first');
  first.close();
  const second = show('second');
  await steps();
  expect(trail()).toEqual(['/', '/b', 'third', 'second']);
  second.close();
  await steps();
  expect(trail()).toEqual(['/', '/b', 'third']);
});

test.each(['second', 'first'])(
  'the %s dialog, opened while an entry is being removed, keeps its own',
  async (id) => {
    const { show, steps, trail } = await pageOf();
    const first = show('first');
    first.close();
    // The step back has begun, and has not come.
    vi.advanceTimersToNextTimer();
    const next = show(id);
    await steps();
    expect(trail()).toEqual(['/', '/b', id]);
    history.back();
    await steps();
    expect(next.closing).toHaveBeenCalledOnce();
    expect(trail()).toEqual(['/', '/b']);
  },
);

test('a dialog opened while a busy browser takes seconds to remove an entry stays open', async () => {
  const { show, steps, trail } = await pageOf();
  stepMs = 3000;
  show('first').close();
  await vi.advanceTimersByTimeAsync(1500);
  const next = show('second');
  await steps();
  expect(next.closing).not.toHaveBeenCalled();
  expect(trail()).toEqual(['/', '/b', 'second']);
});

test('two dialogs closed at once leave no entry', async () => {
  const { show, steps, trail } = await pageOf();
  const sheet = show('sheet');
  const question = show('question');
  sheet.close();
  question.close();
  await steps();
  expect(trail()).toEqual(['/', '/b']);
});

test('a page opened from a dialog over another takes one Back', async () => {
  const { show, steps, trail, pages } = await pageOf();
  const sheet = show('sheet');
  const question = show('question');
  sheet.close();
  question.close();
  history.pushState({ idx: 2 }, '', '/c');
  await steps();
  history.back();
  await steps();
  expect(trail()).toEqual(['/', '/b']);
  expect(pages).toEqual(['/b']);
});

test('Forward to the entry of a closed dialog leads back to its page', async () => {
  const { show, steps, trail } = await pageOf();
  show('sheet');
  history.back();
  await steps();
  history.forward();
  await steps();
  expect(trail()).toEqual(['/', '/b']);
});

test('a page is opened after the entries of the closed dialogs have gone', async () => {
  const { show, steps, trail, dialogsLeft } = await pageOf();
  const sheet = show('sheet');
  const question = show('question');
  const opened = dialogsLeft().then(() => history.pushState({ idx: 2 }, '', '/c'));
  sheet.close();
  question.close();
  await steps();
  await opened;
  expect(trail()).toEqual(['/', '/b', '/c']);
});

test('an address is replaced at the page itself, after the dialog’s entry has gone', async () => {
  const { show, steps, trail, dialogsLeft } = await pageOf();
  const filter = show('filter');
  filter.close();
  const replaced = dialogsLeft().then(() => history.replaceState({ idx: 1 }, '', '/b?filter'));
  await steps();
  await replaced;
  expect(trail()).toEqual(['/', '/b?filter']);
});

test('a page without dialogs is not waited for, and a dialog that stays open only for a second', async () => {
  const { show, dialogsLeft } = await pageOf();
  await dialogsLeft();
  show('sheet');
  const left = dialogsLeft();
  await vi.advanceTimersByTimeAsync(1000);
  await left;
});

test('a dialog that took the page’s first entry leaves it to the page, and later dialogs work as before', async () => {
  const { show, steps, trail, dialogsLeft } = await pageOf({ idx: 0, dialog: 'lost' });
  show('first').close();
  await steps();
  expect(trail()).toEqual(['/b']);
  await dialogsLeft();
  const second = show('second');
  expect(trail()).toEqual(['/b', 'second']);
  history.back();
  await steps();
  expect(second.closing).toHaveBeenCalledOnce();
  expect(trail()).toEqual(['/b']);
});
