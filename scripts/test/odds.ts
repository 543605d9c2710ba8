import type { Outcome } from './step.ts';

/** More tests of a run than this that pass only on the second try are no accident: something is wrong. */
export const mostFlaky = 5;

/** If more failed than may be flaky, this many journeys run again, only for their traces. */
const mostTraced = 2;

/** A test that has run. */
export interface Tried {
  name: string;
  /** Its file, and its line if that is known. */
  at: string;
  /** The set in which it ran (a project of vitest): the API's tests run on two databases. */
  set?: string;
  ok: boolean;
  /** The first lines of the error. */
  error: string;
  /** The file of its trace. */
  trace?: string | undefined;
}

/** A run of tests. */
export interface Run {
  tests: Tried[];
  /** Whether it ended well; it may have failed outside of its tests. */
  ok: boolean;
  /** Known failures outside of its tests, such as a rejection that nobody handled. */
  outside: number;
}

export interface Odds {
  /** Runs the failed tests once more, alone. */
  again(failed: Tried[]): Promise<Run>;
  /** A test that fails once has failed. */
  full: boolean;
  /** The number of tests that may still be flaky in this run; a step with more failed ones forgives none. */
  mayFail: number;
  /** Whether the second run leaves traces. */
  traces?: boolean;
  /** What failed tests leave on disk, and where. */
  left?: string | undefined;
}

/**
 * Counts the tests of a run. Failed ones are tried once more, alone; those that pass then are counted as passed, and
 * listed at the end with their first error, because they must be mended next. What fails outside of the tests is
 * never forgiven.
 */
export async function withOdds(
  { tests, ok, outside }: Run,
  { again, full, mayFail, traces, left }: Odds,
): Promise<Outcome> {
  const failed = tests.filter((one) => !one.ok);
  const passed = tests.length - failed.length;
  if (failed.length === 0)
    return ok
      ? { passed, failed: 0, flaky: 0, lines: [] }
      : { passed, failed: Math.max(1, outside), flaky: 0, lines: ['failed outside of the tests'] };

  const isTooMany = failed.length > mayFail;
  const chosen = isTooMany ? failed.slice(0, traces ? mostTraced : 0) : failed;
  if (chosen.length > 0)
    console.log(`\n▸ once more, alone: ${chosen.length} of ${failed.length} that failed`);
  const second =
    chosen.length > 0 ? await again(chosen).catch(noSecond) : { tests: [], ok: true, outside: 0 };
  const flaky = chosen.filter((one) => hasPassed(second, one));
  // If all of them passed, something else failed beside them.
  const isDoubtful = !second.ok && flaky.length === chosen.length;
  const lines = [
    ...named(
      'failed, alone too',
      chosen.filter((one) => !flaky.includes(one)),
      second,
    ),
    ...named('flaky: failed, and passed alone', flaky, second),
    ...named(
      'failed, and were not tried again',
      failed.filter((one) => !chosen.includes(one)),
      second,
    ),
    ...(isDoubtful ? ['the second run failed outside of them'] : []),
    ...(outside > 0 ? [`${outside} failed outside of the tests`] : []),
    ...(left ? [left] : []),
  ];
  const forgiven = full || isDoubtful || isTooMany ? 0 : flaky.length;
  return { passed: passed + forgiven, failed: failed.length - forgiven + outside, flaky: forgiven, lines };
}

/** The failed tests are named also if their second run leaves no report. */
function noSecond(error: Error): Run {
  console.error(`The second run failed: ${error.message}`);
  return { tests: [], ok: false, outside: 0 };
}

/** Two tests may have the same name. */
function hasPassed({ tests }: Run, test: Tried): boolean {
  const same = tests.filter((one) => keyOf(one) === keyOf(test));
  return same.length > 0 && same.every(({ ok }) => ok);
}

const keyOf = ({ set, at, name }: Tried): string => `${set ? `${set} ` : ''}${at} › ${name}`;

/** Lines with each of these tests, its error, and its trace in the second run. */
function named(what: string, tests: Tried[], second: Run): string[] {
  if (tests.length === 0) return [];
  const lines = tests.flatMap((one) => {
    const { trace } = second.tests.find((other) => keyOf(other) === keyOf(one)) ?? {};
    const shown = trace ? [`    npx playwright show-trace ${trace}`] : [];
    return [`  ${keyOf(one)}`, `    ${one.error}`, ...shown];
  });
  return [`${tests.length} ${what}`, ...lines];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one.
const colours = /\u001b\[\d+m/g;
export const firstLines = (message?: string): string =>
  (message || 'no error was reported')
    .replace(colours, '')
    .split('\n')
    .filter(Boolean)
    .slice(0, 3)
    .join(' | ');
