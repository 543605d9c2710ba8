import { existsSync } from 'node:fs';
import { buildIfNeeded } from './build.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
await buildIfNeeded();
process.argv.push('--welcome');
await import('../api/main.ts');
