// A day is text ('2026-11-23'), and its neighbours are calculated in UTC, which has no clock changes.
const utc = (day: string): Date => new Date(`${day}T00:00Z`);

/** The day a number of days later; earlier if negative. */
export const addDays = (day: string, days: number): string =>
  new Date(utc(day).getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** The Monday of the day's week. */
export const mondayOf = (day: string): string => addDays(day, -((utc(day).getUTCDay() + 6) % 7));
