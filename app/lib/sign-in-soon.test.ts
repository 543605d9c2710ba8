import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// The page's own events are received from the start, as in a browser.
const page = new EventTarget();
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
const { isLeaving, signInSoon } = await import('./session.ts');

const assign = vi.fn();
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { pathname: '/bookings', search: '?a=b', assign, reload });
  vi.stubGlobal('document', { cookie: 'hearthkeep-in=mia' });
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  assign.mockReset();
  reload.mockReset();
});

test('the sign-in page opens 500 ms after the notice appeared, and leads back to the same page', async () => {
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

test('work that must end first delays the sign-in page, but not for long', async () => {
  const callOff = signInSoon(Promise.resolve(), new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(2999);
  expect(assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(assign).toHaveBeenCalledOnce();
  callOff();
});

test('a person who leaves the page first is not led away, and two reasons lead away once', async () => {
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

test('a page whose next person has signed in in another tab by then starts again as theirs', async () => {
  const callOff = signInSoon(Promise.resolve());
  vi.stubGlobal('document', { cookie: 'hearthkeep-in=noah' });
  await vi.advanceTimersByTimeAsync(500);
  expect(reload).toHaveBeenCalledOnce();
  expect(assign).not.toHaveBeenCalled();
  callOff();
});

test('another navigation goes first, and a mere download causes no long delay', async () => {
  const callOff = signInSoon(Promise.resolve());
  page.dispatchEvent(new Event('beforeunload'));
  await vi.advanceTimersByTimeAsync(9500);
  expect(assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(assign).toHaveBeenCalledOnce();
  callOff();
});
