import type { DataExportRow } from './data-export.repository.ts';

/** For so long it can be taken. */
export const keptDays = 7;
/** To go through all of a person's data is much work: once a day is enough. */
const pauseMs = 24 * 3_600_000;

export const stateOf = ({ ready_at, due_at }: DataExportRow): 'making' | 'ready' | 'failed' =>
  ready_at ? 'ready' : due_at ? 'making' : 'failed';

/** When another may be asked for, after this one; `null` where that is now. */
export function againAt(row: DataExportRow, now: string): string | null {
  if (stateOf(row) === 'failed') return null;
  const at = new Date(Date.parse(row.requested_at) + pauseMs).toISOString();
  return at > now ? at : null;
}
