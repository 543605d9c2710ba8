import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let good: boolean;
vi.mock('./update-moment.ts', () => ({ isGoodMoment: () => good }));
/** A worker of the browser, which passes to its next states on request. */
class AWorker extends EventTarget {
  state = 'installing';
  postMessage = vi.fn();
}

/** The browser's registration of a worker. */
class ARegistration extends EventTarget {
  installing: AWorker | null = null;
  waiting: AWorker | null = null;
  active: AWorker | null = null;
  update = async () => {};
}

let registration: ARegistration;
let container: EventTarget & { controller: object | null; register: () => Promise<ARegistration> };

/** The browser has found a worker that is not known yet and installs it. */
function installed(): AWorker {
  const worker = new AWorker();
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  registration.installing = null;
  registration.waiting = worker;
  worker.state = 'installed';
  worker.dispatchEvent(new Event('statechange'));
  return worker;
}

/** The waiting worker, or another, controls the page from now on. */
function controls(): void {
  registration.active = registration.waiting;
  registration.waiting = null;
  container.controller = {};
  container.dispatchEvent(new Event('controllerchange'));
}

const reload = vi.fn();
beforeEach(() => {
  good = true;
  vi.resetModules();
  vi.stubEnv('PROD', true);
  registration = new ARegistration();
  registration.active = new AWorker();
  const register = vi.fn(async () => registration);
  container = Object.assign(new EventTarget(), { controller: {}, register });
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { readyState: 'complete' }));
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.clearAllMocks();
});

async function aPage() {
  const { startWorker, useUpdate } = await import('./register.ts');
  const follows = vi.spyOn(registration, 'addEventListener');
  startWorker();
  await expect.poll(() => follows.mock.calls.length).toBe(1);
  return {
    apply: () => useUpdate.getState().apply?.(),
    isOffered: () => useUpdate.getState().apply !== null,
  };
}

const skip = [{ type: 'SKIP_WAITING' }];

test('a person who asks for the newer version gets it once it has taken over', async () => {
  const { apply } = await aPage();
  const newer = installed();
  apply();
  expect(newer.postMessage.mock.calls).toEqual([skip]);
  expect(reload).not.toHaveBeenCalled();
  controls();
  expect(reload).toHaveBeenCalledOnce();
});

test('a newer version that already waits when the page begins is offered', async () => {
  registration.waiting = new AWorker();
  const { apply } = await aPage();
  apply();
  expect(registration.waiting.postMessage.mock.calls).toEqual([skip]);
});

test('a version that was being installed when the page began is offered once it waits', async () => {
  const newer = new AWorker();
  registration.installing = newer;
  const { isOffered } = await aPage();
  expect(isOffered()).toBe(false);
  registration.installing = null;
  registration.waiting = newer;
  newer.dispatchEvent(new Event('statechange'));
  expect(isOffered()).toBe(true);
});

test('the first version of all is neither offered nor a reason to reload', async () => {
  registration.active = null;
  container.controller = null;
  const { isOffered } = await aPage();
  installed();
  expect(isOffered()).toBe(false);
  controls();
  expect([isOffered(), reload.mock.calls.length]).toEqual([false, 0]);
});

test('the newest of several versions is the one that takes over', async () => {
  const { apply } = await aPage();
  const older = installed();
  const newest = installed();
  older.dispatchEvent(new Event('statechange'));
  apply();
  expect([older.postMessage.mock.calls, newest.postMessage.mock.calls]).toEqual([[], [skip]]);
});

test('work begun while the newer version took over is not cut off: the person can ask again at a good moment', async () => {
  const { apply } = await aPage();
  const newer = installed();
  apply();
  good = false;
  controls();
  apply();
  expect(reload).not.toHaveBeenCalled();
  good = true;
  // A still newer version that another tab asked for does not reload this page either.
  controls();
  expect(reload).not.toHaveBeenCalled();
  apply();
  expect([newer.postMessage.mock.calls.length, reload.mock.calls.length]).toEqual([1, 1]);
});

test('another tab’s change to a newer version takes nothing from this one', async () => {
  const { apply } = await aPage();
  controls();
  expect(reload).not.toHaveBeenCalled();
  apply();
  expect(reload).toHaveBeenCalledOnce();
});
