import { expect, test, vi } from 'vitest';
import { type Odds, type Run, type Tried, withOdds } from './odds.ts';

vi.spyOn(console, 'log').mockReturnValue();

const passed = (name: string): Tried => ({ name, at: 'a.test.ts', ok: true, error: '' });
const failed = (name: string, error = 'expected 1 to be 2'): Tried => ({
  name,
  at: 'a.test.ts',
  ok: false,
  error,
});
const runOf = (...tests: Tried[]): Run => ({ tests, ok: tests.every(({ ok }) => ok), outside: 0 });
const odds = (then: Run, full = false): Odds => ({ full, mayFail: 5, again: async () => then });

test('a test that fails and then passes alone is counted as passed, and named with its first error', async () => {
  const run = runOf(passed('one'), failed('two'));
  expect(await withOdds(run, odds(runOf(passed('one'), passed('two'))))).toEqual({
    passed: 2,
    failed: 0,
    flaky: 1,
    lines: ['1 flaky: failed, and passed alone', '  a.test.ts › two', '    expected 1 to be 2'],
  });
});

test('a test that fails alone too has failed, beside one that passes then', async () => {
  const run = runOf(failed('one', 'first'), failed('two', 'second'));
  const {
    passed: right,
    failed: wrong,
    lines,
  } = await withOdds(run, odds(runOf(failed('one'), passed('two'))));
  expect([right, wrong]).toEqual([1, 1]);
  expect(lines).toEqual([
    ...['1 failed, alone too', '  a.test.ts › one', '    first'],
    ...['1 flaky: failed, and passed alone', '  a.test.ts › two', '    second'],
  ]);
});

test('a test that is missing in the second run has failed', async () => {
  expect(await withOdds(runOf(failed('one')), odds(runOf()))).toMatchObject({
    passed: 0,
    failed: 1,
  });
});

test('a failed test is named also if its second run leaves no report', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const again = () => Promise.reject(new Error('no such file'));
  expect(await withOdds(runOf(failed('one')), { full: false, mayFail: 5, again })).toMatchObject({
    failed: 1,
    lines: ['1 failed, alone too', '  a.test.ts › one', '    expected 1 to be 2'],
  });
});

test('more failed tests than may still be flaky in the run are not tried again', async () => {
  const again = vi.fn(async () => runOf());
  const two = runOf(failed('one'), failed('two'));
  expect(await withOdds(two, { full: false, mayFail: 1, again })).toMatchObject({ passed: 0, failed: 2 });
  expect(again).not.toHaveBeenCalled();
});

test('of more failed journeys than may still be flaky, two are tried again for their traces, and none is forgiven', async () => {
  const again = vi.fn(async () => runOf({ ...passed('one'), trace: 'one.zip' }, failed('two')));
  const three = runOf(failed('one', 'first'), failed('two', 'second'), failed('three', 'third'));
  expect(await withOdds(three, { full: false, mayFail: 2, traces: true, again })).toEqual({
    passed: 0,
    failed: 3,
    flaky: 0,
    lines: [
      ...['1 failed, alone too', '  a.test.ts › two', '    second'],
      ...['1 flaky: failed, and passed alone', '  a.test.ts › one', '    first'],
      '    npx playwright show-trace one.zip',
      ...['1 failed, and were not tried again', '  a.test.ts › three', '    third'],
    ],
  });
  expect(again).toHaveBeenCalledExactlyOnceWith(three.tests.slice(0, 2));
});

test('before a release, a test that fails once has failed, and is named as flaky', async () => {
  const run = runOf(failed('one'));
  expect(await withOdds(run, odds(runOf(passed('one')), true))).toMatchObject({
    failed: 1,
    lines: ['1 flaky: failed, and passed alone', '  a.test.ts › one', '    expected 1 to be 2'],
  });
});

test('a test that has the name of another is forgiven only if both pass', async () => {
  const run = runOf(failed('one'), failed('two'));
  const then = runOf(passed('one'), failed('one'), passed('two'));
  expect(await withOdds(run, odds(then))).toMatchObject({ passed: 1, failed: 1 });
});

test('what fails outside of the tests is never forgiven, in the first run or the second', async () => {
  const silent = { ...runOf(passed('one')), ok: false };
  expect(await withOdds(silent, odds(runOf()))).toEqual({
    passed: 1,
    failed: 1,
    flaky: 0,
    lines: ['failed outside of the tests'],
  });
  const first = { ...runOf(passed('one'), failed('two')), outside: 2 };
  expect(await withOdds(first, odds(runOf(passed('two'))))).toMatchObject({ passed: 2, failed: 2 });
  const second = { ...runOf(passed('two')), ok: false };
  expect(await withOdds(runOf(failed('two')), odds(second))).toMatchObject({ passed: 0, failed: 1 });
});
