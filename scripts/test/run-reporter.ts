import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { firstLines, type Tried } from './odds.ts';

/** A run of vitest, as `RunReporter` writes it. */
export interface RunReport {
  tests: Tried[];
  /** Failures that belong to no file, such as a rejection that nobody handled. */
  outside: number;
  /** The time of the files of each set, in milliseconds; its workers share it. */
  times: Record<string, number>;
}

/** The name of a failure outside of a file's tests. */
export const theFile = 'the file itself';

/** A reporter of vitest that writes every test that ran, with its set (the project of vitest), into RUN_REPORT. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    if (!process.env.RUN_REPORT) return;
    const times: RunReport['times'] = {};
    for (const module of modules)
      times[module.project.name] = (times[module.project.name] ?? 0) + module.diagnostic().duration;
    const report: RunReport = { tests: modules.flatMap(testsOf), outside: errors.length, times };
    writeFileSync(process.env.RUN_REPORT, JSON.stringify(report));
  }
}

/** The tests of a file that ran. A file that cannot be loaded, or whose hook fails, counts as a failed test. */
function testsOf(module: TestModule): Tried[] {
  const at = relative('.', module.moduleId);
  const set = module.project.name;
  const tests = [...module.children.allTests()].flatMap((test): Tried[] => {
    const { state, errors } = test.result();
    if (state !== 'passed' && state !== 'failed') return [];
    return [
      { name: test.fullName, at, set, ok: state === 'passed', error: firstLines(errors?.[0]?.message) },
    ];
  });
  const [error] = module.errors();
  // A failed hook leaves its file failed, perhaps without a failed test.
  const isOutside = error !== undefined || (!module.ok() && tests.every(({ ok }) => ok));
  return isOutside
    ? [...tests, { name: theFile, at, set, ok: false, error: firstLines(error?.message) }]
    : tests;
}
