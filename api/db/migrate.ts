import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import * as groundFloor from './migrations/2026-11-21-ground-floor.ts';
import * as memberScreens from './migrations/2026-11-21-member-screens.ts';
import * as money from './migrations/2026-11-22-money.ts';
import * as planChanges from './migrations/2026-11-22-plan-changes.ts';
import * as planRevisions from './migrations/2026-11-22-plan-revisions.ts';
import * as refunds from './migrations/2026-11-23-refunds.ts';

/** In order of their names; what has landed never changes. */
const migrations = {
  '2026-11-21-ground-floor': groundFloor,
  '2026-11-21-member-screens': memberScreens,
  '2026-11-22-money': money,
  '2026-11-22-plan-changes': planChanges,
  '2026-11-22-plan-revisions': planRevisions,
  '2026-11-23-refunds': refunds,
};

/** Brings the schema up to date. @throws the first migration's own error. */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest();
  if (error) throw error;
}

/** Whether every migration has run. */
export async function isMigrated<T>(db: Kysely<T>): Promise<boolean> {
  const all = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).getMigrations();
  return all.every((m) => m.executedAt);
}
