import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// As in a browser, the page's own events are heard from the start.
const page = new EventTarget();
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
const { isLeaving, signInSoon } = await import('./session.ts');

const assign = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { pathname: '/bookings', search: '?a=b', assign });
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  assign.mockReset();
});

test('the sign-in page comes 500 ms after the notice has shown, and brings back to where one was', async () => {
  let show = () => {};
  const shown = new Promise<void>((resolve) => {
    show = resolve;
  });
  const callOff = signInSoon(shown);
  await vi.advanceTimersByTimeAsync(1000);
  expect(assign).not.toHaveBeenCalled();
  show();
  await vi.advanceTimersByTimeAsync(499);
  expect(assign).not.toHaveBeenCalled();
  expect(isLeaving()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Fbookings%3Fa%3Db');
  callOff();
});

test('what is to be over by then holds it up, but not for long', async () => {
  const callOff = signInSoon(Promise.resolve(), new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(2999);
  expect(assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(assign).toHaveBeenCalledOnce();
  callOff();
});

test('whoever leaves the page first is not taken away, and two reasons take away once', async () => {
  const callOff = signInSoon(Promise.resolve());
  signInSoon(Promise.resolve());
  await vi.advanceTimersByTimeAsync(500);
  expect(assign).toHaveBeenCalledOnce();
  callOff();
  assign.mockReset();
  signInSoon(Promise.resolve())();
  await vi.advanceTimersByTimeAsync(1000);
  expect(assign).not.toHaveBeenCalled();
  expect(isLeaving()).toBe(false);
});

test('another way out of the page goes first, and what only saved a file holds nobody back for long', async () => {
  const callOff = signInSoon(Promise.resolve());
  page.dispatchEvent(new Event('beforeunload'));
  await vi.advanceTimersByTimeAsync(9500);
  expect(assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(assign).toHaveBeenCalledOnce();
  callOff();
});
