import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/**
 * A reporter of vitest that writes into OUTSIDE_FILE how much failed outside of the tests, such as a rejection that
 * nobody handled: vitest's JSON report leaves it out.
 */
export default class OutsideReporter implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly unknown[]): void {
    if (process.env.OUTSIDE_FILE) writeFileSync(process.env.OUTSIDE_FILE, String(errors.length));
  }
}
