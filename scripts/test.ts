import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';

/** What `npm test` runs, in order, until one fails. The last line is `N passed, N failed` (design §10). */
interface Count {
  passed: number;
  failed: number;
}

interface Step {
  name: string;
  /** A program of node_modules, or one of ours, with its arguments. */
  command: string[];
  env?: Record<string, string>;
  /** How many tests ran, from the report; a step without one counts as one. */
  count?: () => Count;
}

const reports = mkdtempSync(join(tmpdir(), 'hearthkeep-reports-'));
const bin = (name: string) => join('node_modules', '.bin', name);

const vitest = (project: string): Step => {
  const report = join(reports, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name: project,
    command: [bin('vitest'), 'run', '--project', project, ...reporters],
    count() {
      const { numPassedTests, numFailedTests } = readJson<{
        numPassedTests: number;
        numFailedTests: number;
      }>(report);
      return { passed: numPassedTests, failed: numFailedTests };
    },
  };
};

const journeysReport = join(reports, 'journeys.json');
const steps: Step[] = [
  { name: 'types', command: [bin('tsc'), '--noEmit'] },
  { name: 'lint', command: [bin('biome'), 'check', '.'] },
  { name: 'import rules', command: [bin('depcruise'), 'app', 'api', 'sw.ts'] },
  vitest('unit'),
  vitest('api-sqlite'),
  vitest('api-postgres'),
  { name: 'build and budgets', command: [process.execPath, 'scripts/build.ts'] },
  {
    name: 'journeys',
    command: [bin('playwright'), 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeysReport },
    count() {
      const { stats } = readJson<{ stats: { expected: number; unexpected: number; flaky: number } }>(
        journeysReport,
      );
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
    },
  },
  { ...vitest('webkit'), name: 'journeys in WebKit' },
];

// Installed now where there is none, and not while a test's time runs.
const browser = findChromium();
const total: Count = { passed: 0, failed: 0 };
const times: string[] = [];
for (const step of steps) {
  console.log(`\n▸ ${step.name}`);
  const began = performance.now();
  const ok = await run(step);
  const { passed, failed } = counted(step, ok);
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  times.push(`${seconds.padStart(7)} s  ${step.name}: ${passed} passed, ${failed} failed`);
  if (failed > 0) break;
}
rmSync(reports, { recursive: true });
console.log(`\n${times.join('\n')}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`${total.passed} passed, ${total.failed} failed`);

/** A step that fails outside of its tests has failed once all the same. */
function counted(step: Step, ok: boolean): Count {
  if (!step.count) return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const { passed, failed } = step.count();
    return ok ? { passed, failed } : { passed, failed: Math.max(1, failed) };
  } catch (error) {
    console.error(`${step.name} left no report: ${(error as Error).message}`);
    return { passed: 0, failed: 1 };
  }
}

function run({ command: [program = '', ...args], env }: Step): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PATH: `${join('node_modules', '.bin')}:${process.env.PATH}`,
        CHROME_PATH: browser,
        ...env,
      },
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'));
}
