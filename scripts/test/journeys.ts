import { relative } from 'node:path';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from 'playwright/types/testReporter';
import { firstLines, type Run, type Tried, withOdds } from './odds.ts';
import { bin, type Outcome, readJson, run } from './step.ts';

export interface JourneysOptions {
  /** Runs everything, including `@full`; a journey that fails once has failed. */
  full: boolean;
  /** The number of tests that may still be flaky in this run. */
  mayFail: number;
  /** A folder for the reports. */
  reports: string;
}

/** Runs the journeys. A failing one is tried once more, alone and with a trace. */
export async function runJourneys({ full, mayFail, reports }: JourneysOptions): Promise<Outcome> {
  const chosen = full ? [] : ['--grep-invert', '@full'];
  const again = async (failed: Tried[]) => {
    const alone = ['--workers=1', '--trace=on', ...chosen, ...new Set(failed.map(({ at }) => at))];
    return play(alone, `${reports}/second-try.json`, 'test-results/second-try');
  };
  const first = await play(chosen, `${reports}/journeys.json`, 'test-results/journeys');
  return withOdds(first, { again, full, mayFail, traces: true, left });
}

const left =
  "test-results/journeys: a screenshot, the server's log and the browser's console of each that failed; test-results/second-try: the same of the second try";

async function play(args: string[], report: string, output: string): Promise<Run> {
  const ok = await run({
    command: [bin('playwright'), 'test', '--reporter=list,json', '--output', output, ...args],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const read = readJson<JSONReport>(report);
  return { tests: journeysOf(read), ok, outside: read.errors.length };
}

/** Every journey of a report, with its result. */
export function journeysOf({ suites, config }: JSONReport): Tried[] {
  const specs = (suite: JSONReportSuite, above: string[]): { spec: JSONReportSpec; titles: string[] }[] => [
    ...suite.specs.map((spec) => ({ spec, titles: [...above, spec.title] })),
    ...(suite.suites ?? []).flatMap((inner) => specs(inner, [...above, inner.title])),
  ];
  return suites
    .flatMap((file) => specs(file, []))
    .map(({ spec, titles }) => {
      const result = spec.tests[0]?.results.at(-1);
      const trace = result?.attachments.find(({ name }) => name === 'trace')?.path;
      return {
        name: titles.join(' › '),
        at: `${relative('.', `${config.rootDir}/${spec.file}`)}:${spec.line}`,
        ok: spec.ok,
        error: firstLines(result?.error?.message),
        trace: trace && relative('.', trace),
      };
    });
}
