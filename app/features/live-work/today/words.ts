import type { Today, WaitingForTeam, WorkInProgress } from '../../../../api/contract/schemas/schedule.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { expectedEnd, spanText } from '../clock.ts';

/** The state of a wait: calm, soon to be late, or late. */
export type Level = 'good' | 'soon' | 'late';

const minuteMs = 60_000;

/** A time in one unit, for the narrow mark of a line: '45 min', '40 h', '3 days'. */
export const roughly = (ms: number): string => spanText(ms).replace(/ h .*/, ' h');

const soonMs = 30 * minuteMs;
/** A chat or a message that waits longer than this is late: people look for an answer within the hour. */
const longMs = { chat: 5 * minuteMs, thread: 60 * minuteMs };
const names = { request: 'Request', chat: 'Chat', thread: 'Message', dispute: 'Dispute' } as const;

/** How long somebody has waited, or has still been promised: "48 min left", "Chat 6 min". */
export function waitOf(
  { kind, since, answerBy }: WaitingForTeam,
  now: number,
): { level: Level; text: string } {
  if (answerBy !== null) {
    const left = Date.parse(answerBy) - now;
    if (left <= 0) return { level: 'late', text: `${roughly(-left)} over` };
    return { level: left <= soonMs ? 'soon' : 'good', text: `${spanText(left + minuteMs - 1)} left` };
  }
  const waited = now - Date.parse(since);
  const level = (kind === 'chat' || kind === 'thread') && waited > longMs[kind] ? 'late' : 'soon';
  return { level, text: `${names[kind]} ${roughly(waited)}` };
}

/** The one action on somebody who waits, and the page where it is done. */
export function answerTo({ kind, id }: Pick<WaitingForTeam, 'kind' | 'id'>): { label: string; href: string } {
  if (kind === 'request')
    return { label: 'Quote', href: `${hrefs.adminRequests}?state=waiting&request=${id}` };
  if (kind === 'chat') return { label: 'Answer', href: hrefs.adminConversation(id) };
  if (kind === 'thread') return { label: 'Answer', href: `${hrefs.adminBooking(id)}#messages` };
  return { label: 'See', href: hrefs.adminDisputes };
}

/** The longest wait of all: "longest 1 h 12 min"; empty if nobody waits. Members with priority may stand before it. */
export const longestOf = (waiting: readonly WaitingForTeam[], now: number): string =>
  waiting.length
    ? `longest ${spanText(now - Math.min(...waiting.map(({ since }) => Date.parse(since))))}`
    : '';

/**
 * The visits of the day: "14 visits today, 3 on now". Work under way is named although it may have been planned for
 * another day.
 */
export function visitsOf({ figures: { todayBookings: visits }, inProgress, cut }: DayOf): string {
  const onNow = inProgress.length && `${inProgress.length}${cut.includes('inProgress') ? '+' : ''} on now`;
  if (!visits) return onNow || 'no visits today';
  const today = visits === 1 ? '1 visit today' : `${visits} visits today`;
  return onNow ? `${today}, ${onNow}` : today;
}

type DayOf = Pick<Today, 'inProgress' | 'cut'> & { figures: Pick<Today['figures'], 'todayBookings'> };

/** Work under way beyond its estimate, the longest first. */
export const overdueIn = ({ inProgress }: Pick<Today, 'inProgress'>, now: number): WorkInProgress[] =>
  inProgress.filter((work) => expectedEnd(work) < now).sort((a, b) => expectedEnd(a) - expectedEnd(b));

/** The letters of somebody's words that fit beside the rest of a line. */
export const mostLetters = 48;
