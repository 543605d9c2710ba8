import { afterAll, afterEach, beforeEach, expect } from 'vitest';

/** Vitest setup file: a line on the console that no test expects fails the test. */
const levels = ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const;
// Kept because tests may replace the timers.
const turn = setImmediate;
let lines: string[] = [];
let expected: RegExp[] = [];

for (const level of levels) {
  console[level] = (...args: unknown[]) => {
    lines.push(`console.${level}: ${args.map(String).join(' ')}`);
  };
}
const noteWarning = (warning: Error) => lines.push(`${warning.name}: ${warning.message}`);
process.on('warning', noteWarning);
// The next file may run in the same process.
afterAll(() => {
  process.off('warning', noteWarning);
});

/** Allows matching lines until the end of this test, and requires at least one. */
export function expectConsole(pattern: RegExp): void {
  expected.push(pattern);
}

beforeEach(() => {
  expected = [];
});

afterEach(async () => {
  // Node reports a warning one turn after its cause.
  await new Promise((resolve) => turn(resolve));
  const unexpected = lines.filter((line) => !expected.some((pattern) => pattern.test(line)));
  const missing = expected.filter((pattern) => !lines.some((line) => pattern.test(line)));
  lines = [];
  expect(unexpected, 'unexpected lines on the console').toEqual([]);
  expect(missing, 'expected lines that did not come').toEqual([]);
});
