import { expect, test } from 'vitest';
import { oneMore } from './one-more.ts';

/** Runs that end on request, and the argument of each call. */
function runs() {
  const begun: boolean[] = [];
  const ends: (() => void)[] = [];
  const call = oneMore((atOnce) => {
    begun.push(atOnce);
    return new Promise((resolve) => ends.push(resolve));
  });
  return { begun, call, end: () => ends.at(-1)?.() };
}

test('calls during a run cause one more run, at once if any asked for that, and each waits for it', async () => {
  const { begun, call, end } = runs();
  const over: string[] = [];
  const first = call().then(() => over.push('first'));
  const later = [call(), call(true), call()].map((called) => called.then(() => over.push('later')));
  end();
  await first;
  await expect.poll(() => begun).toEqual([false, true]);
  expect(over).toEqual(['first']);
  end();
  await Promise.all(later);
  expect(begun).toHaveLength(2);
});

test('a call after a run starts another, and not at once because of earlier calls', async () => {
  const { begun, call, end } = runs();
  for (const atOnce of [true, false]) {
    const called = call(atOnce);
    end();
    await called;
  }
  expect(begun).toEqual([true, false]);
});

test('a failed run is followed by the next one all the same', async () => {
  let runs = 0;
  const call = oneMore(async () => {
    runs += 1;
    if (runs === 1) throw new Error('The first fails');
  });
  const first = call();
  const second = call();
  await expect(first).rejects.toThrow('The first fails');
  await second;
  expect(runs).toBe(2);
});
