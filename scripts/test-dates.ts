import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium, findHeadlessShell } from './programs/chromium.ts';
import { findFaketime } from './programs/faketime.ts';
import { businessZone } from './test/business-zone.ts';
import { datesAfter, type MachineDate } from './test/dates.ts';
import { journeysOf } from './test/journeys.ts';
import { onMachineOf } from './test/machine.ts';
import { filesInMemory } from './test/memory.ts';
import type { Tried } from './test/odds.ts';
import type { RunReport } from './test/run-reporter.ts';
import { readJson } from './test/step.ts';
import { reportsRun } from './test/vitest.ts';

/**
 * `npm run test:dates`: the tests on a machine of another date or zone, by Debian's `faketime`, which started
 * processes inherit. `-- --date=February --set=unit --set=sqlite api/features/records/hours` runs these alone. The output of
 * failed journeys is in `test-results/dates`, by date. The last line is `N passed, N failed`.
 */
interface Outcome {
  passed: number;
  failed: Tried[];
}

interface TestSet {
  name: string;
  run(date: MachineDate, files: string[]): Outcome;
}

// The campaigns do not depend on the date, so `npm run test:full` alone runs them at full length.
delete process.env.FULL;
filesInMemory();

const vitest = (project: string): TestSet => ({
  name: project,
  run(date, files) {
    const report = join(reports, 'report.json');
    rmSync(report, { force: true });
    // Chosen files may have no tests in this set.
    const chosen = files.length > 0 ? ['--passWithNoTests', ...files] : [];
    const command = ['vitest', 'run', '--project', project, reportsRun, ...chosen];
    const ok = onMachineOf(date, command, { RUN_REPORT: report });
    return outcome(ok, () => readJson<RunReport>(report).tests);
  },
});

/** The browser's pages use its own clock, which the journeys set ahead, in the machine's zone (e2e/clock.ts). */
const journeys = (name: string, ...chosen: string[]): TestSet => ({
  name,
  run(date, files) {
    const report = join(reports, 'journeys.json');
    rmSync(report, { force: true });
    const output = join(left, date.name.replaceAll(/\W+/g, '-'), name.split(' ')[0] ?? name);
    const play = (folder: string, ...args: string[]) => {
      const command = ['playwright', 'test', '--reporter=json', '--output', folder];
      const ahead = Date.parse(date.at) - Date.now();
      return onMachineOf(date, [...command, ...chosen, ...args], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        CLOCK_AHEAD_MS: String(ahead),
        DEVICE_ZONE: date.zone === 'UTC' ? businessZone : date.zone,
      });
    };
    const few = files.length > 0 ? ['--pass-with-no-tests', ...files] : [];
    const result = outcome(play(output, ...few), () => journeysOf(readJson(report)));
    // Two of the failed ones run once more for their traces.
    const again = result.failed.slice(0, 2).flatMap(({ at }) => at || []);
    if (again.length > 0) {
      const traces = join(output, 'once-more');
      const wellNow = play(traces, '--workers=1', '--trace=on', ...again);
      console.log(
        `once more, alone, ${wellNow ? 'they passed' : 'they failed'}: ${again.join(', ')}; traces: ${traces}`,
      );
    }
    return result;
  },
});

const sets: TestSet[] = [
  vitest('unit'),
  vitest('payments-sandbox'),
  vitest('api-sqlite'),
  vitest('api-postgres'),
  journeys('core journeys', '--grep-invert', '@full'),
  journeys('rarer journeys', '--grep', '@full'),
];

const { values, positionals } = parseArgs({
  options: { date: { type: 'string' }, set: { type: 'string', multiple: true, default: [''] } },
  allowPositionals: true,
});
const dates = datesAfter(new Date());
const chosenDates = dates.filter(({ name }) => name.includes(values.date ?? ''));
if (chosenDates.length === 0) refuse('date', values.date, dates);
const misspelt = values.set.find((one) => !sets.some(({ name }) => name.includes(one)));
if (misspelt !== undefined) refuse('set', misspelt, sets);
const chosen = sets.filter(({ name }) => values.set.some((one) => name.includes(one)));
prepare();
const reports = mkdtempSync(join(tmpdir(), 'hearthkeep-dates-'));
let passed = 0;
let failed = 0;
const left = join('test-results', 'dates');
rmSync(left, { recursive: true, force: true });
for (const date of chosenDates) {
  for (const set of chosen) {
    const { passed: right, failed: wrong } = set.run(date, positionals);
    passed += right;
    failed += wrong.length;
    console.log(`${date.name}, ${set.name}: ${right} passed, ${wrong.length} failed`);
    for (const { at, name, error } of wrong) console.log(`  ${at} › ${name}: ${error}`);
  }
}
rmSync(reports, { recursive: true });
if (passed + failed === 0) {
  failed = 1;
  console.log(`no test was found in: ${positionals.join(' ')}`);
}
process.exitCode = failed > 0 ? 1 : 0;
if (failed > 0 && existsSync(left)) console.log(`${left}: what the failed journeys left, by date`);
console.log(`${passed} passed, ${failed} failed`);

function refuse(option: string, given: string | undefined, known: readonly { name: string }[]): never {
  console.error(`--${option}=${given} is part of none of: ${known.map(({ name }) => name).join('; ')}`);
  stop();
}

/** Makes sure of the programs and the built app, which tests on SQLite read. */
function prepare(): void {
  try {
    findFaketime();
    process.env.CHROME_PATH = findChromium();
    process.env.HEADLESS_SHELL_PATH = findHeadlessShell();
    execFileSync(process.execPath, ['scripts/build.ts'], { stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    console.error((error as Error).message);
    stop();
  }
}

function stop(): never {
  console.log('0 passed, 1 failed');
  process.exit(1);
}

/** A run that fails outside of its tests counts as one failure. */
function outcome(ok: boolean, read: () => Tried[]): Outcome {
  const outside = (error: string) => ({ name: 'the run', at: '', ok: false, error });
  try {
    const tests = read();
    const failed = tests.filter((one) => !one.ok);
    const isRight = ok || failed.length > 0;
    return {
      passed: tests.length - failed.length,
      failed: isRight ? failed : [outside('failed outside of its tests')],
    };
  } catch (error) {
    return { passed: 0, failed: [outside(`no report was left: ${(error as Error).message}`)] };
  }
}
