import { formatDayLong } from '../../lib/time/dates.ts';

/** A calendar day in words; it is the same day in every zone. */
export const dayWords = (day: string): string =>
  `${formatDayLong(`${day}T12:00:00.000Z`, 'UTC')} ${day.slice(0, 4)}`;
