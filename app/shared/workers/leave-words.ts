import type { WorkerLeave } from '../../../api/contract/schemas/settings/workers.ts';
import { formatWhen } from '../../lib/time/dates.ts';
import { dayWords } from '../business/day-words.ts';

/** The state of leave in a word. */
export const leaveStates = { asked: 'asked for', granted: 'granted', refused: 'refused' } as const;

/** The days or times of leave in words. */
export function leaveSpan(
  { starts, ends, wholeDays }: Pick<WorkerLeave, 'starts' | 'ends' | 'wholeDays'>,
  zone: string,
): string {
  const at = (value: string) => (wholeDays ? dayWords(value) : formatWhen(value, zone));
  return starts === ends ? at(starts) : `${at(starts)} to ${at(ends)}`;
}
