import type { WorkerLeave } from '../../../api/contract/schemas/settings/workers.ts';
import { formatDate, formatWhen } from '../../lib/time/dates.ts';

/** The state of leave in a word. */
export const leaveStates = { asked: 'asked for', granted: 'granted', refused: 'refused' } as const;

/** The days or times of leave in words. */
export function leaveSpan(
  { starts, ends, wholeDays }: Pick<WorkerLeave, 'starts' | 'ends' | 'wholeDays'>,
  zone: string,
): string {
  const at = (value: string) =>
    wholeDays ? formatDate(`${value}T12:00:00.000Z`, 'UTC') : formatWhen(value, zone);
  return starts === ends ? at(starts) : `${at(starts)} to ${at(ends)}`;
}
