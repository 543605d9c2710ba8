import { existsSync } from 'node:fs';
import { EnvError } from '../api/core/env.ts';
import { BackupError } from '../api/db/backup.ts';

/** A command's refusal, as a line for the operator. */
export class CommandError extends Error {}

/** Runs an operator's command with `.env`; its files are for its user alone. A failure with a known cause is one line, and exit code 1. */
export async function command(work: (args: string[]) => Promise<string>): Promise<void> {
  process.umask(0o077);
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    console.log(await work(process.argv.slice(2)));
  } catch (error) {
    const known = error instanceof CommandError || error instanceof EnvError || error instanceof BackupError;
    if (!known) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
