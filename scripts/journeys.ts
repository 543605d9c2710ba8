import { relative } from 'node:path';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from 'playwright/types/testReporter';
import { bin, type Outcome, readJson, run } from './step.ts';

/** More journeys than this that pass only when they are tried again are no longer odds: something is wrong. */
const mostFlaky = 5;

export interface JourneysOptions {
  /** Everything, the `@full` ones too; a journey that fails once has failed. */
  full: boolean;
  /** A folder for the reports. */
  reports: string;
}

/** A journey that failed, by its file and line. */
interface Failure {
  name: string;
  at: string;
  error: string;
}

/**
 * Drives the journeys. One that fails is tried once more, alone and with a trace; one that passes then is named in the
 * last lines with its first error, and is to be mended next.
 */
export async function runJourneys({ full, reports }: JourneysOptions): Promise<Outcome> {
  const chosen = full ? [] : ['--grep-invert', '@full'];
  const first = await play(chosen, `${reports}/journeys.json`, 'test-results/journeys');
  const failed = failuresOf(first.report);
  const passed = first.report.stats.expected;
  if (failed.length === 0) return { passed, failed: first.ok ? 0 : 1, lines: [] };
  if (failed.length > mostFlaky) return { passed, failed: failed.length, lines: whereToLook('journeys') };

  console.log(`\n▸ once more, alone: ${failed.length} of the journeys`);
  const places = [...new Set(failed.map(({ at }) => at))];
  const alone = ['--workers=1', '--trace=on', ...places];
  const second = await play(alone, `${reports}/second-try.json`, 'test-results/second-try');
  const again = new Set(failuresOf(second.report).map(({ name }) => name));
  const flaky = failed.filter(({ name }) => second.report.stats.expected > 0 && !again.has(name));
  const lines = [
    ...(flaky.length > 0 ? [`${flaky.length} flaky: passed when tried again, alone`] : []),
    ...flaky.flatMap(({ name, at, error }) => [`  ${at} › ${name}`, `    ${error}`]),
    ...whereToLook('journeys'),
    ...whereToLook('second-try'),
  ];
  const forgiven = full ? 0 : flaky.length;
  return { passed: passed + forgiven, failed: failed.length - forgiven, lines };
}

const whereToLook = (folder: string): string[] => [
  `test-results/${folder}: a screenshot, the server's log and the browser's console of each that failed` +
    (folder === 'second-try' ? ', and a trace (npx playwright show-trace)' : ''),
];

async function play(args: string[], report: string, output: string) {
  const ok = await run({
    command: [bin('playwright'), 'test', '--reporter=list,json', '--output', output, ...args],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return { ok, report: readJson<JSONReport>(report) };
}

function failuresOf({ suites, config }: JSONReport): Failure[] {
  const specs = (suite: JSONReportSuite, above: string[]): { spec: JSONReportSpec; titles: string[] }[] => [
    ...suite.specs.map((spec) => ({ spec, titles: [...above, spec.title] })),
    ...(suite.suites ?? []).flatMap((inner) => specs(inner, [...above, inner.title])),
  ];
  return suites
    .flatMap((file) => specs(file, []))
    .filter(({ spec }) => !spec.ok)
    .map(({ spec, titles }) => ({
      name: titles.join(' › '),
      at: `${relative('.', `${config.rootDir}/${spec.file}`)}:${spec.line}`,
      error: firstLine(spec.tests[0]?.results.at(-1)?.error?.message),
    }));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one.
const colours = /\u001b\[\d+m/g;
const firstLine = (message = 'no error was reported'): string =>
  message.replace(colours, '').split('\n').filter(Boolean).slice(0, 3).join(' | ');
