const dayMs = 24 * 3_600_000;

// A day is text ('2026-11-23'), and so is a month. Both are counted in UTC, which has no clock changes.

/** The day some days later, or earlier if negative: '2026-12-31', 1 → '2027-01-01'. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The number of days from one day to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** The month some months later, or earlier if negative: '2026-11', 2 → '2027-01'. */
export function monthsLater(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}
