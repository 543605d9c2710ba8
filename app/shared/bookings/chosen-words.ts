import type { ChosenResult } from '../../../api/contract/calls/admin-booking-calls.ts';

/**
 * What became of an act on several bookings, for a notice: the number that was done, and the reasons of those that were
 * not, each once.
 * @param words the notice for one that was done, and the words after the number of several
 */
export function toldOf(
  results: readonly ChosenResult[],
  words: { one: string; many: string },
): { title: string; description?: string; style?: 'destructive' } {
  const refused = results.filter((result) => result.refused !== null);
  const done = results.length - refused.length;
  const title = done === 1 ? words.one : `${done} ${words.many}`;
  if (!refused.length) return { title };
  const reasons = [...new Set(refused.map((result) => result.refused))].join(' ');
  return {
    title: `${title}, ${refused.length} not`,
    description: reasons,
    style: 'destructive',
  };
}
