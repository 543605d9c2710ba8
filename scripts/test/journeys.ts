import { relative } from 'node:path';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from 'playwright/types/testReporter';
import { bin, type Outcome, readJson, run } from './step.ts';

/** More journeys than this that pass only on the second try are no accident: something is wrong. */
const mostFlaky = 5;

export interface JourneysOptions {
  /** Runs everything, including `@full`; a journey that fails once has failed. */
  full: boolean;
  /** A folder for the reports. */
  reports: string;
}

interface Journey {
  name: string;
  /** File and line. */
  at: string;
  ok: boolean;
  /** The first lines of the error. */
  error: string;
}

/**
 * Runs the journeys. A failing one is tried once more, alone and with a trace. If it then passes, it is listed at
 * the end with its first error, and must be mended next.
 */
export async function runJourneys({ full, reports }: JourneysOptions): Promise<Outcome> {
  const chosen = full ? [] : ['--grep-invert', '@full'];
  const first = await play(chosen, `${reports}/journeys.json`, 'test-results/journeys');
  const failed = first.journeys.filter(({ ok }) => !ok);
  const passed = first.journeys.length - failed.length;
  if (failed.length === 0) return { passed, failed: first.ok ? 0 : 1, lines: [] };
  if (failed.length > mostFlaky)
    return { passed, failed: failed.length, lines: [...named('failed', failed), where('journeys')] };

  console.log(`\n▸ once more, alone: ${failed.length} of the journeys`);
  const alone = ['--workers=1', '--trace=on', ...new Set(failed.map(({ at }) => at))];
  const second = await play(alone, `${reports}/second-try.json`, 'test-results/second-try');
  const passedThen = new Set(second.journeys.filter(({ ok }) => ok).map(({ name }) => name));
  const flaky = failed.filter(({ name }) => passedThen.has(name));
  const lines = [
    ...named(
      'failed, alone too',
      failed.filter((one) => !flaky.includes(one)),
    ),
    ...named('flaky: failed, and passed alone', flaky),
    where('journeys'),
    `${where('second-try')}, and a trace (npx playwright show-trace)`,
  ];
  const forgiven = full ? 0 : flaky.length;
  return { passed: passed + forgiven, failed: failed.length - forgiven, lines };
}

const named = (what: string, journeys: Journey[]): string[] =>
  journeys.length === 0
    ? []
    : [
        `${journeys.length} ${what}`,
        ...journeys.flatMap(({ at, name, error }) => [`  ${at} › ${name}`, `    ${error}`]),
      ];

const where = (folder: string): string =>
  `test-results/${folder}: a screenshot, the server's log and the browser's console of each that failed`;

async function play(args: string[], report: string, output: string) {
  const ok = await run({
    command: [bin('playwright'), 'test', '--reporter=list,json', '--output', output, ...args],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return { ok, journeys: journeysOf(readJson<JSONReport>(report)) };
}

/** Every journey of a report, with its result. */
export function journeysOf({ suites, config }: JSONReport): Journey[] {
  const specs = (suite: JSONReportSuite, above: string[]): { spec: JSONReportSpec; titles: string[] }[] => [
    ...suite.specs.map((spec) => ({ spec, titles: [...above, spec.title] })),
    ...(suite.suites ?? []).flatMap((inner) => specs(inner, [...above, inner.title])),
  ];
  return suites
    .flatMap((file) => specs(file, []))
    .map(({ spec, titles }) => ({
      name: titles.join(' › '),
      at: `${relative('.', `${config.rootDir}/${spec.file}`)}:${spec.line}`,
      ok: spec.ok,
      error: firstLines(spec.tests[0]?.results.at(-1)?.error?.message),
    }));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one.
const colours = /\u001b\[\d+m/g;
const firstLines = (message = 'no error was reported'): string =>
  message.replace(colours, '').split('\n').filter(Boolean).slice(0, 3).join(' | ');
