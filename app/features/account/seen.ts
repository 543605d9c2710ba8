import { formatDay, formatTime } from '../../lib/time/dates.ts';

const hourMs = 3_600_000;

/** The time of a device's last use, as exactly as the server knows it: "Today, about 9 am". */
export function formatSeen(instant: string, zone: string, now: Date = new Date()): string {
  const at = new Date(instant);
  const hour = formatTime(instant, zone).replace(/:\d\d/, '');
  if (now.getTime() - at.getTime() < hourMs) return 'within the last hour';
  return `${dayInSentence(instant, zone, now)}, about ${hour}`;
}

/** A day in the middle of a sentence: "today", "yesterday", "Thu 12 Nov". */
export const dayInSentence = (instant: string, zone: string, now: Date = new Date()): string =>
  formatDay(instant, zone, now).replace(/^(To|Ye)/, (word) => word.toLowerCase());
