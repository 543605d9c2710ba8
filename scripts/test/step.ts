import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The result of a step of `npm test`, and the lines to repeat at the end. */
export interface Outcome {
  passed: number;
  failed: number;
  /** The number of tests that failed once, and are counted as passed. */
  flaky: number;
  lines: string[];
  /** A line for each set of tests that ran side by side. */
  sets?: string[];
}

export const bin = (name: string) => join('node_modules', '.bin', name);

/** Runs a program with arguments; its output goes to the terminal. @returns whether it exited with 0 */
export function run({ command, env }: { command: string[]; env?: Record<string, string> }): Promise<boolean> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: `${join('node_modules', '.bin')}:${process.env.PATH}`, ...env },
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'));
}
