import type { DataExportRow } from './exports.repository.ts';

/** The days for which a file can be taken. */
export const keptDays = 7;
/** Reading all data of a person is expensive, so one file a day is enough. */
const pauseMs = 24 * 3_600_000;

export const stateOf = ({ ready_at, due_at }: DataExportRow): 'making' | 'ready' | 'failed' =>
  ready_at ? 'ready' : due_at ? 'making' : 'failed';

/** The earliest time for another file after this one; `null` if that is now. */
export function againAt(row: DataExportRow, now: string): string | null {
  if (stateOf(row) === 'failed') return null;
  const at = new Date(Date.parse(row.requested_at) + pauseMs).toISOString();
  return at > now ? at : null;
}
