import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let page: EventTarget;
let device: { cookie: string };
beforeEach(() => {
  page = new EventTarget();
  device = { cookie: 'hearthkeep-in=mia' };
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  vi.stubGlobal('document', device);
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

async function aPage() {
  const { signInSoon } = await import('../../lib/session.ts');
  const { sealDevice } = await import('./seal.ts');
  const { askBeforeLeaving } = await import('./stay.ts');
  const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return { signInSoon, sealDevice, askBeforeLeaving, asks };
}

test('a person who leaves while something is made is asked, until it is finished', async () => {
  const { askBeforeLeaving, asks } = await aPage();
  expect(asks()).toBe(false);
  const end = askBeforeLeaving();
  expect(asks()).toBe(true);
  end();
  expect(asks()).toBe(false);
});

test('a page on its way to the sign-in does not ask: staying would leave it without a session', async () => {
  const { askBeforeLeaving, asks, signInSoon } = await aPage();
  askBeforeLeaving();
  const callOff = signInSoon(new Promise(() => {}));
  expect(asks()).toBe(false);
  callOff();
  expect(asks()).toBe(true);
});

test('a page that restarts for another person does not ask: staying would show it to that person', async () => {
  const { askBeforeLeaving, asks } = await aPage();
  askBeforeLeaving();
  device.cookie = 'hearthkeep-in=ben';
  expect(asks()).toBe(false);
  device.cookie = '';
  expect(asks()).toBe(false);
});

test('a sign-out asks its own question', async () => {
  const { askBeforeLeaving, asks, sealDevice } = await aPage();
  askBeforeLeaving();
  sealDevice();
  expect(asks()).toBe(false);
});
