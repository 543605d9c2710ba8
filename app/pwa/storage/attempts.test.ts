import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedInAs, stubDevice } from './testing/stores.ts';

beforeEach(() => {
  vi.resetModules();
  stubDevice('mia');
});
afterEach(() => vi.unstubAllGlobals());

/** The attempts as a page has them that was just loaded. */
const loaded = () => import('./attempts.ts');
const refund = { amountCents: 2000, reason: 'The drum was left wet' };

test.each(['tabAttempts', 'deviceAttempts'] as const)(
  '%s: a repeat has the key of its attempt, also after a reload',
  async (which) => {
    const key = (await loaded())[which].keyFor('refund:p1', refund);
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    vi.resetModules();
    const { [which]: attempts } = await loaded();
    expect(attempts.keyFor('refund:p1', { ...refund })).toBe(key);
    expect(attempts.lastKey('refund:p1')).toBe(key);
  },
);

test('other content, another name and a forgotten attempt have other keys', async () => {
  const { tabAttempts } = await loaded();
  const key = tabAttempts.keyFor('refund:p1', refund);
  const others = [
    tabAttempts.keyFor('refund:p2', refund),
    tabAttempts.keyFor('refund:p1', { ...refund, amountCents: 2001 }),
    tabAttempts.keyFor('refund:p1', refund),
  ];
  tabAttempts.forget('refund:p1');
  expect(tabAttempts.lastKey('refund:p1')).toBeUndefined();
  others.push(tabAttempts.keyFor('refund:p1', refund));
  expect(new Set([key, ...others]).size).toBe(5);
});

test('another person has other keys, and finds nothing of the first on the device', async () => {
  const { deviceAttempts } = await loaded();
  const key = deviceAttempts.keyFor('contact:b1', 'The key is under the fern');
  signedInAs('ben');
  expect(deviceAttempts.keyFor('contact:b1', 'The key is under the fern')).not.toBe(key);
  signedInAs('mia');
  expect(deviceAttempts.lastKey('contact:b1')).toBeUndefined();
});

test('a stored value of another shape is no attempt', async () => {
  const { tabAttempts } = await loaded();
  for (const text of ['{', 'null', '[]', '{"state":null}', '{"state":{"mia:refund:p1":null}}']) {
    sessionStorage.setItem('hearthkeep-attempts', text);
    expect(tabAttempts.lastKey('refund:p1'), text).toBeUndefined();
    expect(tabAttempts.keyFor('refund:p1', refund), text).toHaveLength(36);
  }
});
