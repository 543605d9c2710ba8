import type { Outcome } from './step.ts';

/** More tests of a run than this that pass only on the second try are no accident: something is wrong. */
export const mostFlaky = 5;

/** A test that has run. */
export interface Tried {
  name: string;
  /** Its file, and its line if that is known. */
  at: string;
  ok: boolean;
  /** The first lines of the error. */
  error: string;
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
  /** The number of tests that may still be flaky in this run; a step with more failed ones tries none again. */
  mayFail: number;
  /** What else to say of failed tests, such as where their traces are. */
  where?: { first: string; second: string };
}

/**
 * Counts the tests of a run. Failed ones are tried once more, alone; those that pass then are counted as passed, and
 * listed at the end with their first error, because they must be mended next. What fails outside of the tests is
 * never forgiven.
 */
export async function withOdds(
  { tests, ok, outside }: Run,
  { again, full, mayFail, where }: Odds,
): Promise<Outcome> {
  const failed = tests.filter((one) => !one.ok);
  const passed = tests.length - failed.length;
  const said = (...keys: ('first' | 'second')[]) => (where ? keys.map((key) => where[key]) : []);
  if (failed.length === 0) return { passed, failed: ok ? 0 : Math.max(1, outside), flaky: 0, lines: [] };
  if (failed.length > mayFail) {
    const lines = [...named('failed', failed), ...said('first')];
    return { passed, failed: failed.length + outside, flaky: 0, lines };
  }

  console.log(`\n▸ once more, alone: ${failed.length} that failed`);
  const second = await again(failed).catch(noSecond);
  const flaky = failed.filter((one) => hasPassed(second, one));
  // If all of them passed, something else failed beside them.
  const isDoubtful = !second.ok && flaky.length === failed.length;
  const lines = [
    ...named(
      'failed, alone too',
      failed.filter((one) => !flaky.includes(one)),
    ),
    ...named('flaky: failed, and passed alone', flaky),
    ...(isDoubtful ? ['the second run failed outside of them'] : []),
    ...new Set(said('first', 'second')),
  ];
  const forgiven = full || isDoubtful ? 0 : flaky.length;
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

const keyOf = ({ at, name }: Tried): string => `${at} › ${name}`;

const named = (what: string, tests: Tried[]): string[] =>
  tests.length === 0
    ? []
    : [`${tests.length} ${what}`, ...tests.flatMap((one) => [`  ${keyOf(one)}`, `    ${one.error}`])];

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one.
const colours = /\u001b\[\d+m/g;
export const firstLines = (message?: string): string =>
  (message || 'no error was reported')
    .replace(colours, '')
    .split('\n')
    .filter(Boolean)
    .slice(0, 3)
    .join(' | ');
