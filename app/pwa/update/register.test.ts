import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let good: boolean;
vi.mock('./update-moment.ts', () => ({ isGoodMoment: () => good }));
const listeners = new Map<string, () => void>();
const skipped = vi.fn();
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener = (name: string, listener: () => void) => listeners.set(name, listener);
    messageSkipWaiting = skipped;
    register = async () => undefined;
  },
}));

const reload = vi.fn();
beforeEach(() => {
  good = true;
  vi.resetModules();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.clearAllMocks();
  listeners.clear();
});

async function aPage() {
  const { startWorker, useUpdate } = await import('./register.ts');
  startWorker();
  await expect.poll(() => [...listeners.keys()].sort()).toEqual(['controlling', 'waiting']);
  return {
    newer: (event: 'waiting' | 'controlling') => listeners.get(event)?.(),
    apply: () => useUpdate.getState().apply?.(),
  };
}

test('a person who asks for the newer version gets it once it has taken over', async () => {
  const { newer, apply } = await aPage();
  newer('waiting');
  apply();
  expect([skipped.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0]);
  newer('controlling');
  expect(reload).toHaveBeenCalledOnce();
});

test('work begun while the newer version took over is not cut off: the person can ask again at a good moment', async () => {
  const { newer, apply } = await aPage();
  newer('waiting');
  apply();
  good = false;
  newer('controlling');
  apply();
  expect(reload).not.toHaveBeenCalled();
  good = true;
  // A still newer version that another tab asked for does not reload this page either.
  newer('controlling');
  expect(reload).not.toHaveBeenCalled();
  apply();
  expect([skipped.mock.calls.length, reload.mock.calls.length]).toEqual([1, 1]);
});

test('another tab’s change to a newer version takes nothing from this one', async () => {
  const { newer, apply } = await aPage();
  newer('controlling');
  expect(reload).not.toHaveBeenCalled();
  apply();
  expect(reload).toHaveBeenCalledOnce();
});
