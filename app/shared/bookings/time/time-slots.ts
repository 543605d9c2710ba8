import {
  type OpenHours,
  type Opening,
  weekdayOf,
  whyOutsideHours,
} from '../../../../api/contract/rules/business/opening.ts';
import { type VisitRights, whyNotByPlan } from '../../../../api/contract/rules/business/visit-rights.ts';
import type { PreferredTime } from '../../../../api/contract/schemas/people.ts';
import { oneText } from '../../../lib/one-text.ts';
import { daysLater } from '../../../lib/time/calendar-days.ts';
import { formatArrival, formatTime, fromLocalInput, toLocalInput } from '../../../lib/time/dates.ts';

/** The windows in which the team visits (spec §9), in hours of the property's zone. */
export const dayParts = [
  { part: 'morning', label: 'Morning', from: 8, to: 12 },
  { part: 'afternoon', label: 'Afternoon', from: 12, to: 17 },
  { part: 'evening', label: 'Evening', from: 17, to: 20 },
] as const satisfies readonly { part: PreferredTime; label: string; from: number; to: number }[];

/** An arrival window that the server offers: two instants, of which the first is the visit's time. */
export interface OfferedTime {
  start: string;
  end: string;
  /** Whether the person who came last is free then, where the customer wishes for them. */
  samePerson?: true | undefined;
}

type Hours = Pick<Opening, 'week' | 'closedDays'>;

/** Facts on which the times of a visit depend. */
export interface VisitFacts {
  /** The property's zone; days and times are those of its calendar. */
  zone: string;
  now: Date;
  /** The hours' notice that the service needs. */
  noticeHours?: number | undefined;
  /** The business's hours and closed days; the usual hours until they are known. */
  opening?: Hours | undefined;
  /** The rights of the plan that pays for the visit, if one does. */
  rights?: VisitRights | undefined;
  /** The only times on offer, in order; without them, those are the half-hours of the opening hours. */
  offered?: readonly OfferedTime[] | undefined;
}

/** The facts with the days between which a visit may lie ('2026-11-23'). */
export interface VisitRules extends VisitFacts {
  today: string;
  first: string;
  last: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const farDays = 365;

export function rulesOf(facts: VisitFacts): VisitRules {
  const { now, zone, rights, noticeHours = 0 } = facts;
  const dayIn = (ms: number) => dayOf(new Date(now.getTime() + ms).toISOString(), zone);
  const last = dayIn(Math.min(rights?.horizonDays ?? farDays, farDays) * dayMs);
  const lastOffered = facts.offered?.at(-1)?.start;
  return {
    ...facts,
    today: dayIn(0),
    first: dayIn(Math.max(noticeHours, rights?.noticeHours ?? 0) * hourMs),
    last: lastOffered ? ([last, dayOf(lastOffered, zone)].sort()[0] ?? last) : last,
  };
}

/** A time at which a visit can begin. */
export interface Slot {
  /** The time in the property's zone: '09:30'. */
  time: string;
  instant: string;
  /** '9:30 am', or the arrival window: '9:00 – 10:00 am'. */
  label: string;
  samePerson?: true | undefined;
}

/** The reason why no visit can begin: a word for a button, and a sentence. */
interface Refused {
  word: string;
  reason: string;
}

/** A part of a day: its possible times, or the reason why it has none. */
export type PartTimes = (typeof dayParts)[number] & { slots: Slot[]; refused: Refused | null };

export interface DayTimes {
  parts: PartTimes[];
  refused: Refused | null;
}

/** The calendar day of an instant in a zone: '2026-11-23'. */
export const dayOf = (instant: string, zone: string): string => toLocalInput(instant, zone).slice(0, 10);

/** The usual hours, until this device has read those of the business. */
const usual: OpenHours = { from: 8 * 60, until: 20 * 60 };

/** The hours of a day; `null` without visits. */
function hoursOn(day: string, opening: Hours | undefined): OpenHours | null {
  if (!opening) return usual;
  if (opening.closedDays.some((one) => one.day === day)) return null;
  return opening.week[weekdayOf(day)] ?? null;
}

/** The half-hours of a day at which visits begin by the opening hours; those that a clock change skips are left out. */
function halfHoursOn(day: string, { zone, opening }: VisitRules): Slot[] {
  const hours = hoursOn(day, opening);
  if (!hours) return [];
  const slots: Slot[] = [];
  for (let half = hours.from / 30; half < hours.until / 30; half += 1) {
    const time = `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
    const instant = fromLocalInput(`${day}T${time}`, zone);
    if (toLocalInput(instant, zone) !== `${day}T${time}`) continue;
    slots.push({ time, instant, label: formatTime(instant, zone) });
  }
  return slots;
}

/** Offered times by their days, made once for each list. */
const byDay = new WeakMap<readonly OfferedTime[], Map<string, Slot[]>>();

function offeredOn(day: string, offered: readonly OfferedTime[], zone: string): Slot[] {
  const known = byDay.get(offered) ?? new Map<string, Slot[]>();
  if (!byDay.has(offered)) {
    byDay.set(offered, known);
    for (const window of offered) {
      const { start, samePerson } = window;
      const [startDay = '', time = ''] = toLocalInput(start, zone).split('T');
      const slot = { time, instant: start, label: windowWords(window, zone), samePerson };
      known.set(startDay, [...(known.get(startDay) ?? []), slot]);
    }
  }
  return known.get(day) ?? [];
}

/** The length of an offered window in minutes. */
export const windowMinutesOf = ({ start, end }: OfferedTime): number =>
  (Date.parse(end) - Date.parse(start)) / minuteMs;

/** An offered window, as its booking will have it: '9:00 – 10:00 am'; '9:00 am' without one. */
export const windowWords = (time: OfferedTime, zone: string): string =>
  formatArrival(time.start, zone, windowMinutesOf(time));

/** The reason why a visit cannot begin at an instant, beyond the opening hours; `null` if it can. */
function refusalAt(instant: string, rules: VisitRules): Refused | null {
  const { now, zone, noticeHours = 0, rights, today } = rules;
  const aheadMs = Date.parse(instant) - now.getTime();
  if (aheadMs < 0) return { word: 'Passed', reason: 'This time has passed.' };
  if (aheadMs < noticeHours * hourMs)
    return { word: 'Too soon', reason: oneText`This service needs ${noticeHours} h notice.` };
  const isToday = dayOf(instant, zone) === today;
  const reason = rights && whyNotByPlan(rights, { aheadMs, isToday });
  if (!reason) return null;
  const isLate = rights.horizonDays !== null && aheadMs > rights.horizonDays * dayMs;
  return { word: isLate ? 'Too late' : 'Too soon', reason };
}

const hourOf = ({ time }: Slot): number => Number(time.slice(0, 2));
const partOf = (slot: Slot): PreferredTime =>
  hourOf(slot) < 12 ? 'morning' : hourOf(slot) < 17 ? 'afternoon' : 'evening';

/** The reason why the business offers nothing in that part of a day. */
const closedIn = (day: string, hour: number, { opening, offered }: VisitRules): Refused => ({
  word: offered ? 'Full' : 'Closed',
  reason:
    (opening && whyOutsideHours({ ...opening, postcodes: [] }, { day, minute: hour * 60 })) ??
    (offered ? 'No times are free then.' : 'There are no visits then.'),
});

/** The possible times of a day in its three parts. */
export function timesOn(day: string, rules: VisitRules): DayTimes {
  const all = rules.offered ? offeredOn(day, rules.offered, rules.zone) : halfHoursOn(day, rules);
  const judged = all.map((slot) => ({ slot, refused: refusalAt(slot.instant, rules) }));
  const parts = dayParts.map((part): PartTimes => {
    const inPart = judged.filter(({ slot }) => partOf(slot) === part.part);
    const slots = inPart.filter(({ refused }) => !refused).map(({ slot }) => slot);
    const refused = slots.length ? null : (inPart.at(-1)?.refused ?? closedIn(day, part.from, rules));
    return { ...part, slots, refused };
  });
  const isOpen = parts.some(({ slots }) => slots.length > 0);
  return { parts, refused: isOpen ? null : (judged.at(-1)?.refused ?? parts[0]?.refused ?? null) };
}

/** Whether a visit can begin on that day; quick for the days that no limit cuts. */
export function isOpenOn(day: string, rules: VisitRules): boolean {
  if (rules.offered) return timesOn(day, rules).refused === null;
  if (!hoursOn(day, rules.opening)) return false;
  return (day > rules.first && day < rules.last) || timesOn(day, rules).refused === null;
}

/** The next open day from a day on; `null` if there is none. */
export function nextOpen(day: string, rules: VisitRules): string | null {
  for (let next = day; next <= rules.last; next = daysLater(next, 1)) if (isOpenOn(next, rules)) return next;
  return null;
}

/** The slot at a time of day ('09:30'), if a visit can begin then. */
export const slotAt = (day: string, time: string, rules: VisitRules): Slot | undefined =>
  timesOn(day, rules)
    .parts.flatMap(({ slots }) => slots)
    .find((slot) => slot.time === time);

/** The same time on another day; '' if no visit can begin then. */
export function movedTo(day: string, instant: string, rules: VisitRules): string {
  if (!instant) return '';
  return slotAt(day, toLocalInput(instant, rules.zone).slice(11), rules)?.instant ?? '';
}
