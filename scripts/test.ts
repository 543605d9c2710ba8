import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findChromium, findHeadlessShell } from './programs/chromium.ts';
import { findFaketime } from './programs/faketime.ts';
import { findWebKit } from './programs/webkit.ts';
import { runJourneys } from './test/journeys.ts';
import { filesInMemory } from './test/memory.ts';
import { mostFlaky } from './test/odds.ts';
import { bin, type Outcome, run } from './test/step.ts';
import { runVitest } from './test/vitest.ts';

/**
 * The steps of `npm test`, in order, until one fails. `npm run test:full` has more of them, and ends early only if one
 * fails on which the others are based (docs/testing.md, The sets). The last line is `N passed, N failed` (design §10).
 */
interface Step {
  name: string;
  /** The later steps need it. */
  isBasis?: boolean;
  run: () => Promise<Outcome>;
}

const args = process.argv.slice(2);
const full = args.includes('--full');
if (args.some((arg) => arg !== '--full')) {
  console.error('This command runs all tests. For one test: CONTRIBUTING.md, Run one test');
  console.log('0 passed, 1 failed');
  process.exit(1);
}
rmSync('test-results', { recursive: true, force: true });
filesInMemory();
const reports = mkdtempSync(join(tmpdir(), 'hearthkeep-reports-'));

/** Programs that pass or fail as a whole, run in parallel, because none of them uses the whole machine. */
const programs = (name: string, ...commands: string[][]): Step => ({
  name,
  async run() {
    const ended = await Promise.all(commands.map((command) => run({ command })));
    const wrong = commands.filter((_, index) => !ended[index]);
    const lines = wrong.map(
      ([program = '', ...given]) => `failed: ${[basename(program), ...given].join(' ')}`,
    );
    return { ...outcome(commands.length - wrong.length, wrong.length), lines };
  },
});

const vitest = (name: string, projects: string[], left?: string): Step => ({
  name,
  run: () => runVitest(projects, { full, reports, left, mayFail: mostFlaky - total.flaky }),
});

const outcome = (passed: number, failed: number): Outcome => ({ passed, failed, flaky: 0, lines: [] });

/** Installs missing programs, so that no test's time is spent on it. */
const machine: Step = {
  name: 'programs of the machine',
  isBasis: true,
  async run() {
    process.env.CHROME_PATH = findChromium();
    process.env.HEADLESS_SHELL_PATH = findHeadlessShell();
    if (full) [findWebKit, findFaketime].forEach(attempt);
    return outcome(0, 0);
  },
};

/** The step that needs the program fails without it, and the others run. */
function attempt(find: () => unknown): void {
  try {
    find();
  } catch (error) {
    console.error((error as Error).message);
  }
}

const sandbox = 'packages/payments-sandbox';

const steps: Step[] = [
  machine,
  {
    ...programs(
      'types, lint, import rules, build and budgets',
      // Several checkers would each work out most types again: twice the work, and no sooner done on two cores.
      ...['.', 'app', 'app/pwa/worker', 'api', sandbox, `${sandbox}/browser`].map((part) => [
        bin('tsc'),
        '-p',
        part,
        '--singleThreaded',
      ]),
      [bin('biome'), 'check', '.'],
      [bin('depcruise'), '.'],
      [process.execPath, 'scripts/checks/subjects.ts'],
      [process.execPath, 'scripts/build.ts'],
    ),
    isBasis: true,
  },
  // Together, because one worker would end each alone.
  vitest('units, payments sandbox, API on both databases', [
    'unit',
    'payments-sandbox',
    'api-postgres',
    'api-sqlite',
  ]),
  { name: 'journeys', run: () => runJourneys({ full, reports, mayFail: mostFlaky - total.flaky }) },
  ...(full
    ? [
        vitest(
          'journeys in WebKit',
          ['webkit'],
          "test-results/webkit: a screenshot, the server's log and the browser's console of each that failed",
        ),
        programs('dates', [
          process.execPath,
          'scripts/test-dates.ts',
          '--set=unit',
          '--set=payments-sandbox',
          '--set=sqlite',
        ]),
      ]
    : []),
];

process.env[full ? 'FULL' : 'CORE_TESTS'] = '1';
const total = outcome(0, 0);
const times: string[] = [];
for (const step of steps) {
  console.log(`\n▸ ${step.name}`);
  const began = performance.now();
  const {
    passed,
    failed,
    flaky,
    lines,
    sets = [],
  } = await step.run().catch(({ message }: Error): Outcome => {
    console.error(message);
    return { ...outcome(0, 1), lines: [`${step.name} failed: ${message}`] };
  });
  total.passed += passed;
  total.failed += failed;
  total.flaky += flaky;
  total.lines.push(...lines);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  times.push(`${seconds.padStart(7)} s  ${step.name}: ${passed} passed, ${failed} failed`);
  times.push(...sets.map((line) => `${' '.repeat(13)}${line}`));
  const rest = steps.slice(steps.indexOf(step) + 1);
  if (failed === 0 || (full && !step.isBasis) || rest.length === 0) continue;
  total.lines.push(`not run: ${rest.map(({ name }) => name).join('; ')}`);
  break;
}
rmSync(reports, { recursive: true });
console.log(`\n${times.join('\n')}\n`);
if (total.lines.length > 0) console.log(`${total.lines.join('\n')}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`${total.passed} passed, ${total.failed} failed`);
