import { startOfDay } from '../../../core/wall-clock.ts';
import type { WorkerLeaveTable } from './workers.table.ts';

/** The columns of leave: whole days begin and end at midnights of the business's zone. */
export function leaveSpan(
  { starts, ends }: { starts: string; ends: string },
  timeZone: string,
): Pick<WorkerLeaveTable, 'starts_at' | 'ends_at' | 'whole_days'> {
  const isWhole = starts.length === 'yyyy-mm-dd'.length;
  return {
    starts_at: isWhole ? startOfDay(starts, timeZone) : starts,
    ends_at: isWhole ? startOfDay(ends, timeZone, 1) : ends,
    whole_days: isWhole ? 1 : 0,
  };
}
