import { type Run, type Tried, withOdds } from './odds.ts';
import { type RunReport, theFile } from './run-reporter.ts';
import { bin, type Outcome, readJson, run } from './step.ts';

export interface VitestOptions {
  /** A test that fails once has failed. */
  full: boolean;
  /** The number of tests that may still be flaky in this run. */
  mayFail: number;
  /** A folder for the reports. */
  reports: string;
  /** What failed tests leave on disk, and where. */
  left?: string | undefined;
}

/** The arguments by which vitest writes a `RunReport` into the file that RUN_REPORT names. */
export const reportsRun = '--reporter=scripts/test/run-reporter.ts';

/** Runs the tests of some projects side by side. A failing one is tried once more, with no other test beside its file. */
export async function runVitest(
  projects: string[],
  { full, mayFail, reports, left }: VitestOptions,
): Promise<Outcome> {
  const again = async (failed: Tried[]) => {
    const alone = ['--maxWorkers=1', ...new Set(failed.map(({ at }) => at))];
    const sets = [...new Set(failed.flatMap(({ set = [] }) => set))];
    const second = await play(sets, alone, `${reports}/${projects[0]}-second.json`);
    return { ...second, tests: [...second.tests, ...wholeFiles(second.tests)] };
  };
  const first = await play(projects, [], `${reports}/${projects[0]}.json`);
  const outcome = await withOdds(first, { again, full, mayFail, left });
  return { ...outcome, sets: setsOf(first) };
}

async function play(projects: string[], args: string[], report: string): Promise<Run & RunReport> {
  const chosen = projects.map((name) => `--project=${name}`);
  const command = [bin('vitest'), 'run', ...chosen, '--reporter=default', reportsRun, ...args];
  const ok = await run({ command, env: { RUN_REPORT: report } });
  return { ...readJson<RunReport>(report), ok };
}

/** A line for each set: its tests, and the time of its files. */
function setsOf({ tests, times }: RunReport): string[] {
  return Object.entries(times).map(([set, ms]) => {
    const ran = tests.filter((one) => one.set === set).length;
    return `${set}: ${ran} tests, ${Math.round(ms / 1000)} s of the workers`;
  });
}

/** The files whose tests all passed. */
function wholeFiles(tests: Tried[]): Tried[] {
  const files = Map.groupBy(tests, ({ set, at }) => `${set} ${at}`);
  return [...files.values()].flatMap(([one, ...others]) =>
    one?.ok && others.every(({ ok }) => ok) ? { ...one, name: theFile } : [],
  );
}
