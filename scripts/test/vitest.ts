import { relative } from 'node:path';
import { firstLines, type Run, type Tried, withOdds } from './odds.ts';
import { bin, type Outcome, readJson, run } from './step.ts';

/** The part of vitest's JSON report that we read; file names are absolute. */
interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

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

/** Runs a project's tests. A failing one is tried once more, with no other test beside its file. */
export async function runVitest(
  project: string,
  { full, mayFail, reports, left }: VitestOptions,
): Promise<Outcome> {
  const again = async (failed: Tried[]) => {
    const alone = ['--maxWorkers=1', ...new Set(failed.map(({ at }) => at))];
    const second = await play(project, alone, `${reports}/${project}-second.json`);
    return { ...second, tests: [...second.tests, ...wholeFiles(second.tests)] };
  };
  const first = await play(project, [], `${reports}/${project}.json`);
  return withOdds(first, { again, full, mayFail, left });
}

async function play(project: string, args: string[], report: string): Promise<Run> {
  const outside = `${report}.outside`;
  const reporters = ['default', 'json', 'scripts/test/outside-reporter.ts'].map(
    (name) => `--reporter=${name}`,
  );
  const command = [bin('vitest'), 'run', '--project', project, ...reporters, `--outputFile.json=${report}`];
  const ok = await run({ command: [...command, ...args], env: { OUTSIDE_FILE: outside } });
  return { tests: testsOf(readJson<Report>(report)), ok, outside: readJson<number>(outside) };
}

/** What a failure outside of a file's tests is called. */
const theFile = 'the file itself';

/** The files whose tests all passed. */
const wholeFiles = (tests: Tried[]): Tried[] =>
  [...new Set(tests.map(({ at }) => at))]
    .filter((at) => tests.every((one) => one.at !== at || one.ok))
    .map((at) => ({ name: theFile, at, ok: true, error: '' }));

/** Every test of a report that ran. A file that cannot be loaded, or whose hook fails, counts as a failed test. */
export function testsOf({ testResults }: Report): Tried[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const at = relative('.', name);
    const tests = assertionResults
      .filter((test) => test.status === 'passed' || test.status === 'failed')
      .map((test) => ({
        name: test.fullName,
        at,
        ok: test.status === 'passed',
        error: firstLines(test.failureMessages?.[0]),
      }));
    // A hook's failure has a message here, or leaves the file failed without a failed test.
    const isOutside = message !== '' || (status === 'failed' && tests.every(({ ok }) => ok));
    return isOutside ? [...tests, { name: theFile, at, ok: false, error: firstLines(message) }] : tests;
  });
}
