import type { Outcome } from './step.ts';

/** More tests of a step than this that pass only on the second try are no accident: something is wrong. */
const mostFlaky = 5;

/** A test that has run. */
export interface Tried {
  name: string;
  /** Its file, and its line if that is known. */
  at: string;
  ok: boolean;
  /** The first lines of the error. */
  error: string;
}

export interface Odds {
  /** Runs the failed tests once more, alone. */
  again(failed: Tried[]): Promise<Tried[]>;
  /** A test that fails once has failed. */
  full: boolean;
  /** What else to say of failed tests, such as where their traces are. */
  where?: { first: string; second: string };
}

/** A run of tests. `ok` is false also if it failed outside of its tests. */
export interface Run {
  ok: boolean;
  tests: Tried[];
}

/**
 * Counts the tests of a run. Failed ones are tried once more, alone; those that pass then are counted as passed, and
 * listed at the end with their first error, because they must be mended next.
 */
export async function withOdds({ ok, tests }: Run, { again, full, where }: Odds): Promise<Outcome> {
  const failed = tests.filter(({ ok }) => !ok);
  const passed = tests.length - failed.length;
  const said = (...keys: ('first' | 'second')[]) => (where ? keys.map((key) => where[key]) : []);
  if (failed.length === 0) return { passed, failed: ok ? 0 : 1, lines: [] };
  if (failed.length > mostFlaky)
    return { passed, failed: failed.length, lines: [...named('failed', failed), ...said('first')] };

  console.log(`\n▸ once more, alone: ${failed.length} that failed`);
  const passedThen = new Set((await again(failed)).filter((one) => one.ok).map(keyOf));
  const flaky = failed.filter((one) => passedThen.has(keyOf(one)));
  const lines = [
    ...named(
      'failed, alone too',
      failed.filter((one) => !flaky.includes(one)),
    ),
    ...named('flaky: failed, and passed alone', flaky),
    ...said('first', 'second'),
  ];
  const forgiven = full ? 0 : flaky.length;
  return { passed: passed + forgiven, failed: failed.length - forgiven, lines };
}

const keyOf = ({ at, name }: Tried): string => `${at} › ${name}`;

const named = (what: string, tests: Tried[]): string[] =>
  tests.length === 0
    ? []
    : [`${tests.length} ${what}`, ...tests.flatMap((one) => [`  ${keyOf(one)}`, `    ${one.error}`])];

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one.
const colours = /\u001b\[\d+m/g;
export const firstLines = (message = 'no error was reported'): string =>
  message.replace(colours, '').split('\n').filter(Boolean).slice(0, 3).join(' | ');
