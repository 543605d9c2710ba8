import type { Kysely, Transaction } from 'kysely';
import type { WriteProbeTable } from './write-probe.table.ts';

/**
 * Every table: each feature adds its own in its `x.table.ts`, so that this folder knows no feature. In all of them ids
 * are UUIDs as text, instants ISO 8601 UTC text with milliseconds (one form, so both engines sort them alike), money
 * integer cents, hours integer minutes, booleans 0 or 1, JSON text.
 */
export interface Database {
  write_probes: WriteProbeTable;
}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
