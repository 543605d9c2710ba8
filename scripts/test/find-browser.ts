import type { TestProject } from 'vitest/node';
import { chromiumArgs, chromiumEnv, findHeadlessShell } from '../programs/chromium.ts';

/** Finds a Chromium for the tests of a package, which know nothing of this folder. */
export default function setup({ provide }: TestProject): void {
  const env = Object.fromEntries(Object.entries(chromiumEnv()).map(([name, value]) => [name, value ?? '']));
  provide('chromium', { executablePath: findHeadlessShell(), args: chromiumArgs, env });
}
