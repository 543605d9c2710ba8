import { TZDate } from '@date-fns/tz';

const two = (n: number): string => String(n).padStart(2, '0');

/** The date of an instant in the business's zone: '2026-11-21'. */
export function dayOf(at: Date | string, timeZone: string): string {
  const local = new TZDate(new Date(at), timeZone);
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
}

/** The instant at which a day ('2026-11-21') begins in the business's zone, `plus` days later; ISO 8601 UTC. */
export function startOfDay(day: string, timeZone: string, plus = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(new TZDate(year, month - 1, date + plus, timeZone).getTime()).toISOString();
}
