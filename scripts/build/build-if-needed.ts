import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const top = fileURLToPath(new URL('../..', import.meta.url));
export const dist = resolve(top, 'dist');
/** Names the inputs of the present `dist`. */
export const stamp = resolve(dist, '.inputs');

/**
 * Builds the app if its inputs have changed, in a separate process: the bundler sets `NODE_ENV` in its own process
 * and keeps its memory.
 */
export function buildIfNeeded(): void {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashInputs()) return;
  execFileSync(process.execPath, [resolve(top, 'scripts/build.ts')], {
    stdio: ['ignore', 2, 2],
    // The caller may be a test runner, whose NODE_ENV is `test`.
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

export function hashInputs(): string {
  const files = globSync(
    [
      'app/**/*',
      'api/contract/**/*',
      'packages/payments-sandbox/{bundle.ts,package.json,browser/**/*,core/**/*}',
      'public/**/*',
      'sw.ts',
      'manifest.webmanifest',
      'vite.config.ts',
      'package-lock.json',
      'scripts/build.ts',
      'scripts/build/integrity-plugin.ts',
      'scripts/build/ionicons-plugin.ts',
      'scripts/build/sandbox-script-plugin.ts',
      'scripts/build/visitor-pages-plugin.ts',
    ],
    { cwd: top },
  ).sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const path = resolve(top, file);
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex');
}
