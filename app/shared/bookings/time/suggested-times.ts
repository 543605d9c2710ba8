import { weekdayOf } from '../../../../api/contract/rules/business/opening.ts';
import { daysLater } from '../../../lib/time/calendar-days.ts';
import {
  dayOf,
  isOpenOn,
  nextOpen,
  type OfferedTime,
  type Slot,
  slotAt,
  timesOn,
  type VisitRules,
} from './time-slots.ts';

/** A person's habit: a time of day ('09:30'), and the weekday from 0 for Monday; `null` for any. */
export interface UsualTime {
  weekday: number | null;
  time: string;
}

const saturday = 5;
const weeksAhead = 5;

/** The first time at which a visit can begin. */
export function earliest(rules: VisitRules): Slot | null {
  const day = nextOpen(rules.first, rules);
  return day ? (timesOn(day, rules).parts.flatMap(({ slots }) => slots)[0] ?? null) : null;
}

const mostSuggested = 3;

/**
 * The offered times to begin with, in order: the earliest that do not overlap, since two windows that share most of
 * their time are one choice, or those nearest to one that is no longer free, that day's before others.
 * @param near the instant of that one
 */
export function firstOffered(
  offered: readonly OfferedTime[],
  { now, zone, near }: { now: Date; zone: string; near?: string | undefined },
): OfferedTime[] {
  const open = offered.filter(({ start }) => Date.parse(start) > now.getTime());
  if (!near) return apart(open);
  const away = ({ start }: OfferedTime) => Math.abs(Date.parse(start) - Date.parse(near));
  const isThatDay = ({ start }: OfferedTime) => dayOf(start, zone) === dayOf(near, zone);
  return open
    .toSorted((a, b) => Number(isThatDay(b)) - Number(isThatDay(a)) || away(a) - away(b))
    .slice(0, mostSuggested)
    .sort((a, b) => (a.start < b.start ? -1 : 1));
}

/** The first windows of a list in order of which each begins after the one before has ended. */
function apart(open: readonly OfferedTime[]): OfferedTime[] {
  const found: OfferedTime[] = [];
  for (const time of open) {
    if (found.length === mostSuggested) break;
    if (time.start >= (found.at(-1)?.end ?? '')) found.push(time);
  }
  return found;
}

/** The first open day of this week's end; `null` if it is over or closed. */
export function openWeekend(rules: VisitRules): string | null {
  const ahead = saturday - weekdayOf(rules.today);
  const days = ahead < 0 ? [rules.today] : [daysLater(rules.today, ahead), daysLater(rules.today, ahead + 1)];
  return days.find((day) => day <= rules.last && isOpenOn(day, rules)) ?? null;
}

/** The next time of a habit at which a visit can begin, within five weeks. */
export function nextUsual(usual: UsualTime, rules: VisitRules): Slot | null {
  for (let days = 0; days <= weeksAhead * 7; days += 1) {
    const day = daysLater(rules.first, days);
    if (day > rules.last) return null;
    if (usual.weekday !== null && weekdayOf(day) !== usual.weekday) continue;
    const slot = slotAt(day, usual.time, rules);
    if (slot) return slot;
  }
  return null;
}
