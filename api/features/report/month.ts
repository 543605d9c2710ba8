import { TZDate } from '@date-fns/tz';

/** The instants at which a month ('2026-11') begins and ends in a zone. */
export function monthBounds(month: string, timeZone: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const firstOf = (index: number) => new Date(new TZDate(year, index, 1, timeZone).getTime()).toISOString();
  return { from: firstOf(number - 1), to: firstOf(number) };
}
