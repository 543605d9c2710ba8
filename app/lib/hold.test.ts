import { afterEach, expect, test, vi } from 'vitest';
import { answered, hold, isHeld, onHold, whenFree } from './hold.ts';

afterEach(() => void vi.restoreAllMocks());

/** Waits until all work that can continue has done so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a call made while the session is being ended waits for the result', async () => {
  const made: string[] = [];
  const goOn = hold();
  const waiting = whenFree(async () => void made.push('held'));
  await answered();
  expect(made).toEqual([]);
  goOn();
  await waiting;
  expect(made).toEqual(['held']);
});

test('calls under way are waited for, answered or not', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const read = whenFree(() => promise);
  whenFree(() => Promise.reject(new Error('no network'))).catch(() => {});
  const goOn = hold();
  let over = false;
  const all = answered().then(() => {
    over = true;
  });
  await settled();
  expect(over).toBe(false);
  resolve('an answer');
  await all;
  expect(await read).toBe('an answer');
  goOn();
});

test('a failure during the end of a session is reported afterwards, any other at once', async () => {
  const refusals: string[] = [];
  const refuse = () => Promise.reject(new Error('401'));
  const { promise, reject } = Promise.withResolvers<string>();
  const underWay = whenFree(() => promise).catch(() => refusals.push('under way'));
  const goOn = hold();
  reject(new Error('401'));
  await settled();
  expect(refusals).toEqual([]);
  goOn();
  await underWay;
  await whenFree(refuse).catch(() => refusals.push('at once'));
  expect(refusals).toEqual(['under way', 'at once']);
});

test('the hold works in a browser without Promise.withResolvers', async () => {
  vi.spyOn(Promise, 'withResolvers').mockImplementation(() => {
    throw new TypeError('Promise.withResolvers is not a function');
  });
  const goOn = hold();
  const waiting = whenFree(async () => 'made');
  goOn();
  expect(await waiting).toBe('made');
});

test('a second hold changes nothing, and the socket is told once', () => {
  const reports: boolean[] = [];
  onHold((held) => reports.push(held));
  const goOn = hold();
  hold();
  expect(isHeld()).toBe(true);
  goOn();
  expect(isHeld()).toBe(false);
  expect(reports).toEqual([true, false]);
});
