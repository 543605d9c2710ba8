import { afterEach, expect, test, vi } from 'vitest';
import { latest } from './latest.ts';

afterEach(() => vi.useRealTimers());

/** Makes values that the test gives or refuses, one by one. */
function aMaker() {
  const attempts: PromiseWithResolvers<string>[] = [];
  return {
    attempts,
    make: () => {
      const next = Promise.withResolvers<string>();
      attempts.push(next);
      return next.promise;
    },
  };
}

test('a publication during the making is not missed', async () => {
  let edition = '1';
  const { attempts, make } = aMaker();
  const read = latest(
    () => edition,
    make,
    () => {},
  );
  const first = read();
  edition = '2';
  const second = read();
  attempts[1]?.resolve('of 2');
  expect(await second).toBe('of 2');
  attempts[0]?.resolve('of 1');
  await first;
  expect(await read()).toBe('of 2');
  expect(attempts).toHaveLength(2);
});

test('while a newer value takes long, the last good one is sent, and the newer one once it is there', async () => {
  vi.useFakeTimers();
  let edition = '1';
  const { attempts, make } = aMaker();
  const read = latest(
    () => edition,
    make,
    () => {},
  );
  const first = read();
  attempts[0]?.resolve('of 1');
  expect(await first).toBe('of 1');
  edition = '2';
  const late = read();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await late).toBe('of 1');
  attempts[1]?.resolve('of 2');
  await vi.advanceTimersByTimeAsync(0);
  expect(await read()).toBe('of 2');
});

test('a value that could not be made is tried again after a while, not at each request', async () => {
  vi.useFakeTimers();
  const { attempts, make } = aMaker();
  const failures: unknown[] = [];
  const read = latest(
    () => '1',
    make,
    (err) => failures.push(err),
  );
  const first = read();
  attempts[0]?.reject(new Error('no database'));
  expect(await first).toBeNull();
  expect(await read()).toBeNull();
  expect(failures).toHaveLength(1);
  vi.setSystemTime(Date.now() + 5_001);
  const again = read();
  attempts[1]?.resolve('of 1');
  expect(await again).toBe('of 1');
});
