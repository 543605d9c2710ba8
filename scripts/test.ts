import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, findHeadlessShell } from './programs/chromium.ts';
import { runJourneys } from './test/journeys.ts';
import { filesInMemory } from './test/memory.ts';
import { mostFlaky } from './test/odds.ts';
import { bin, type Outcome, run } from './test/step.ts';
import { runVitest } from './test/vitest.ts';

/**
 * The steps of `npm test`, in order, until one fails; `npm run test:full` runs all of them (README.md, Tests). The
 * last line is `N passed, N failed` (design §10).
 */
interface Step {
  name: string;
  run: () => Promise<Outcome>;
}

const full = process.argv.includes('--full');
filesInMemory();
const reports = mkdtempSync(join(tmpdir(), 'hearthkeep-reports-'));

/** Programs that pass or fail as a whole, run in parallel, because none of them uses the whole machine. */
const programs = (name: string, ...commands: string[][]): Step => ({
  name,
  async run() {
    const ended = await Promise.all(commands.map((command) => run({ command })));
    return outcome(ended.filter((well) => well).length, ended.filter((well) => !well).length);
  },
});

const vitest = (project: string, { name = project, left }: { name?: string; left?: string } = {}): Step => ({
  name,
  run: () => runVitest(project, { full, reports, left, mayFail: mostFlaky - total.flaky }),
});

const outcome = (passed: number, failed: number): Outcome => ({ passed, failed, flaky: 0, lines: [] });

/** Installs missing browsers, so that no test's time is spent on it. */
const browsers: Step = {
  name: 'browsers',
  async run() {
    process.env.CHROME_PATH = findChromium();
    process.env.HEADLESS_SHELL_PATH = findHeadlessShell();
    return outcome(0, 0);
  },
};

const steps: Step[] = [
  browsers,
  programs(
    'types, lint, import rules, build and budgets',
    // Several checkers would each work out most types again: twice the work, and no sooner done on two cores.
    [bin('tsc'), '--noEmit', '--singleThreaded'],
    [bin('biome'), 'check', '.'],
    [bin('depcruise'), '.'],
    [process.execPath, 'scripts/build.ts'],
  ),
  vitest('unit'),
  vitest('api-sqlite'),
  vitest('api-postgres'),
  { name: 'journeys', run: () => runJourneys({ full, reports, mayFail: mostFlaky - total.flaky }) },
  ...(full
    ? [
        vitest('webkit', {
          name: 'journeys in WebKit',
          left: "test-results/webkit: a screenshot, the server's log and the browser's console of each that failed",
        }),
        programs('dates', [process.execPath, 'scripts/test-dates.ts', '--set=unit', '--set=sqlite']),
      ]
    : []),
];

if (full) process.env.FULL = '1';
const total = outcome(0, 0);
const times: string[] = [];
for (const step of steps) {
  console.log(`\n▸ ${step.name}`);
  const began = performance.now();
  const { passed, failed, flaky, lines } = await step.run().catch((error: Error) => {
    console.error(`${step.name} failed: ${error.message}`);
    return outcome(0, 1);
  });
  total.passed += passed;
  total.failed += failed;
  total.flaky += flaky;
  total.lines.push(...lines);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  times.push(`${seconds.padStart(7)} s  ${step.name}: ${passed} passed, ${failed} failed`);
  if (failed > 0) break;
}
rmSync(reports, { recursive: true });
console.log(`\n${times.join('\n')}\n`);
if (total.lines.length > 0) console.log(`${total.lines.join('\n')}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`${total.passed} passed, ${total.failed} failed`);
