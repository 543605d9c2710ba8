import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium, findHeadlessShell } from './programs/chromium.ts';
import { installPackages, onPath } from './programs/packages.ts';
import { datesAfter, type MachineDate } from './test/dates.ts';
import { journeysOf } from './test/journeys.ts';
import { onMachineOf } from './test/machine.ts';
import { filesInMemory } from './test/memory.ts';
import type { Tried } from './test/odds.ts';
import { readJson } from './test/step.ts';
import { testsOf } from './test/vitest.ts';

/**
 * `npm run test:dates`: the tests on a machine of another date or zone, by Debian's `faketime`, which started
 * processes inherit. `-- --date=February --set=unit --set=sqlite scripts/` runs these alone. The output of
 * failed journeys is in `test-results/dates`, by date. The last line is `N passed, N failed`.
 */
interface Outcome {
  passed: number;
  /** The failed tests, each with its file and the first line of the reason. */
  failures: string[];
}

interface TestSet {
  name: string;
  run(date: MachineDate, files: string[]): Outcome;
}

// The campaigns do not depend on the date, so `npm run test:full` alone runs them at full length.
delete process.env.FULL;
filesInMemory();
const reports = mkdtempSync(join(tmpdir(), 'hearthkeep-dates-'));

const vitest = (project: string): TestSet => ({
  name: project,
  run(date, files) {
    const report = join(reports, 'report.json');
    rmSync(report, { force: true });
    const reporters = ['--reporter=json', `--outputFile=${report}`];
    const ok = onMachineOf(date, ['vitest', 'run', '--project', project, ...reporters, ...files]);
    return outcome(ok, () => testsOf(readJson(report)));
  },
});

/** The browser's pages use its own clock, which the journeys set ahead (e2e/clock.ts). */
const journeys = (name: string, ...chosen: string[]): TestSet => ({
  name,
  run(date, files) {
    const report = join(reports, 'journeys.json');
    rmSync(report, { force: true });
    const command = ['playwright', 'test', '--reporter=json', ...chosen];
    const ahead = Date.parse(date.at) - Date.now();
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CLOCK_AHEAD_MS: String(ahead) };
    const output = join(left, date.name.replaceAll(/\W+/g, '-'), name.split(' ')[0] ?? name);
    const ok = onMachineOf(date, [...command, '--output', output, ...files], env);
    return outcome(ok, () => journeysOf(readJson(report)));
  },
});

const sets: TestSet[] = [
  vitest('unit'),
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
if (!onPath('faketime')) installPackages('faketime');
// Tests on SQLite read the built app.
const built = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: ['ignore', 'ignore', 'inherit'] });
if (built.status !== 0) process.exit(1);
process.env.CHROME_PATH = findChromium();
process.env.HEADLESS_SHELL_PATH = findHeadlessShell();
let passed = 0;
let failed = 0;
const left = join('test-results', 'dates');
rmSync(left, { recursive: true, force: true });
for (const date of chosenDates) {
  for (const set of chosen) {
    const { passed: right, failures } = set.run(date, positionals);
    passed += right;
    failed += failures.length;
    console.log(`${date.name}, ${set.name}: ${right} passed, ${failures.length} failed`);
    for (const failure of failures) console.log(`  ${failure}`);
  }
}
rmSync(reports, { recursive: true });
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
if (failed > 0 && existsSync(left)) console.log(`${left}: what the failed journeys left, by date`);
console.log(`${passed} passed, ${failed} failed`);

function refuse(option: string, given: string | undefined, known: readonly { name: string }[]): never {
  console.error(`--${option}=${given} is part of none of: ${known.map(({ name }) => name).join('; ')}`);
  process.exit(1);
}

/** A run that fails outside of its tests counts as one failure. */
function outcome(ok: boolean, read: () => Tried[]): Outcome {
  try {
    const tests = read();
    const failed = tests.filter((one) => !one.ok);
    const failures = failed.map(({ at, name, error }) => `${at} › ${name}: ${error}`);
    if (!ok && failures.length === 0) failures.push('the run failed outside of its tests');
    return { passed: tests.length - failed.length, failures };
  } catch (error) {
    return { passed: 0, failures: [`no report was left: ${(error as Error).message}`] };
  }
}
