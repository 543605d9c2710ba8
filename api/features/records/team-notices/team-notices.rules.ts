import type { TeamNewsKind } from '../../../contract/access/team-news.ts';
import { timeOf, timeOnDay } from '../../../core/wall-clock.ts';

/** The local times between which nothing is sent that can wait. */
export interface QuietHours {
  from: string;
  until: string;
}

/** News that waits for nobody's morning: a bank's term runs, or money stands still. */
const urgent: readonly TeamNewsKind[] = ['dispute', 'failed_job'];

/** News of one kind within this time is one letter. */
const groupMs = 5 * 60_000;

/** The times after which news is sent. Somebody may be waiting at this moment, or it is one of several. */
export const delaysOf = (what: TeamNewsKind): { push: number; mail: number } => {
  if (urgent.includes(what)) return { push: 0, mail: 0 };
  const isOneOfSeveral = what === 'booking' || what === 'request';
  return { push: isOneOfSeveral ? groupMs : 0, mail: groupMs };
};

/**
 * The end of the quiet hours that hold news back now.
 * @returns an instant, ISO 8601 UTC; `null` if the news goes at once
 */
export function quietUntil(
  what: TeamNewsKind,
  quiet: QuietHours | null,
  { now, timeZone }: { now: Date; timeZone: string },
): string | null {
  if (!quiet || urgent.includes(what) || quiet.from === quiet.until) return null;
  const time = timeOf(now, timeZone);
  const isOvernight = quiet.from > quiet.until;
  const isEvening = time >= quiet.from;
  const isMorning = time < quiet.until;
  if (!(isOvernight ? isEvening || isMorning : isEvening && isMorning)) return null;
  return timeOnDay(now, isOvernight && isEvening ? 1 : 0, quiet.until, timeZone);
}
