import { beforeEach, expect, test, vi } from 'vitest';
import { leaveLostDialogs } from './back-closes.ts';

/** A browser's history, which reports its steps a moment later, as browsers do. */
function historyOf(...states: unknown[]) {
  const browser = new EventTarget();
  let at = states.length - 1;
  const back = () =>
    setTimeout(() => {
      if (at === 0) return;
      at -= 1;
      browser.dispatchEvent(new Event('popstate'));
    });
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('history', {
    get state() {
      return states[at];
    },
    back,
  });
  return () => at;
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test('a page loaded without an open dialog stays where it is', async () => {
  const at = historyOf({ idx: 0 }, { idx: 1 }, null);
  await leaveLostDialogs();
  await vi.runAllTimersAsync();
  expect(at()).toBe(2);
});

test('a page loaded at two open dialogs leaves both entries, and no page', async () => {
  const at = historyOf({ idx: 0 }, { idx: 1 }, { idx: 1, dialog: 'sheet' }, { idx: 1, dialog: 'question' });
  const left = leaveLostDialogs();
  await vi.runAllTimersAsync();
  await left;
  expect(at()).toBe(1);
});

test('a page without an earlier entry begins all the same', async () => {
  historyOf({ idx: 0, dialog: 'sheet' });
  const left = leaveLostDialogs();
  await vi.runAllTimersAsync();
  await expect(left).resolves.toBeUndefined();
});
