import type { DataExport } from '../../../contract/schemas/data-export.ts';
import type { DataExportRow } from '../../records/personal-data/exports/exports.repository.ts';
import { againAt, stateOf } from '../../records/personal-data/exports/exports.rules.ts';

/** A file whose time is over is not shown; it only waits for its deletion. */
export function presentExport(row: DataExportRow | undefined, now: string): DataExport {
  const again = row ? againAt(row, now) : null;
  if (!row || row.goes_at <= now)
    return { state: 'none', requestedAt: null, readyUntil: null, bytes: null, againAt: again };
  const state = stateOf(row);
  return {
    state,
    requestedAt: row.requested_at,
    readyUntil: state === 'ready' ? row.goes_at : null,
    bytes: row.bytes,
    againAt: again,
  };
}
