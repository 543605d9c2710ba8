import { existsSync } from 'node:fs';
import { buildIfNeeded } from './build/build-if-needed.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  buildIfNeeded();
} catch {
  // The bootstrap has printed the reason.
  process.exit(1);
}
process.argv.push('--welcome');
await import('../api/main.ts');
