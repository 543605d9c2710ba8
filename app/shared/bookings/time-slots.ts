import {
  type OpenHours,
  type Opening,
  weekdayOf,
  whyClosed,
} from '../../../api/contract/rules/business/opening.ts';
import type { PreferredTime } from '../../../api/contract/schemas/people.ts';
import { fromLocalInput, toLocalInput } from '../../lib/time/dates.ts';

/** The windows in which the team visits (spec §9), in hours of the property's zone. */
export const dayParts = [
  { part: 'morning', label: 'Morning', from: 8, to: 12 },
  { part: 'afternoon', label: 'Afternoon', from: 12, to: 17 },
  { part: 'evening', label: 'Evening', from: 17, to: 20 },
] as const satisfies readonly { part: PreferredTime; label: string; from: number; to: number }[];

/** A half-hour at which a visit can begin. */
export interface Slot {
  /** The time in the property's zone: '09:30'. */
  time: string;
  instant: string;
  /** Whether the time is in the future. */
  open: boolean;
}

export interface DayPart {
  part: PreferredTime;
  label: string;
  slots: Slot[];
}

/** The calendar day of an instant in a zone: '2026-11-23'. */
export const dayOf = (instant: string, zone: string): string => toLocalInput(instant, zone).slice(0, 10);

type Hours = Pick<Opening, 'week' | 'closedDays'>;

/** The usual hours, until this device has read those of the business. */
const usual: OpenHours = { from: 8 * 60, until: 20 * 60 };

/** The hours of a day; `null` without visits. */
function hoursOn(day: string, opening: Hours | undefined): OpenHours | null {
  if (!opening) return usual;
  if (opening.closedDays.some((one) => one.day === day)) return null;
  return opening.week[weekdayOf(day)] ?? null;
}

/** The half-hours of a day in the zone at which visits begin; those that a clock change skips are left out. */
export function slotsOn(day: string, zone: string, min: Date, opening?: Hours): DayPart[] {
  const hours = hoursOn(day, opening);
  if (!hours) return [];
  return dayParts.map(({ part, label, from, to }) => {
    const slots: Slot[] = [];
    // The first part begins, and the last one ends, with the day's own hours.
    const first = part === 'morning' ? hours.from : Math.max(from * 60, hours.from);
    const end = part === 'evening' ? hours.until : Math.min(to * 60, hours.until);
    for (let half = first / 30; half < end / 30; half += 1) {
      const time = `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
      const instant = fromLocalInput(`${day}T${time}`, zone);
      if (toLocalInput(instant, zone) !== `${day}T${time}`) continue;
      slots.push({ time, instant, open: Date.parse(instant) >= min.getTime() });
    }
    return { part, label, slots };
  });
}

/** Whether there are visits on that day at all. */
export const isOpenOn = (day: string, opening?: Hours): boolean => hoursOn(day, opening) !== null;

/** Whether a visit can still begin on that day. */
export const hasOpenSlot = (day: string, zone: string, min: Date, opening?: Hours): boolean =>
  slotsOn(day, zone, min, opening).some(({ slots }) => slots.some((slot) => slot.open));

/** The reason why no visit can begin at an instant; `null` if one can, and while the hours are not known. */
export function whyNotAt(instant: string, zone: string, opening: Opening | undefined): string | null {
  if (!opening || !instant) return null;
  const [day = '', time = ''] = toLocalInput(instant, zone).split('T');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return whyClosed(opening, { day, minute: hour * 60 + minute });
}

/** The same time on another day; '' if that day lacks this half-hour or it has passed. */
export function movedTo(day: string, instant: string, zone: string, min: Date, opening?: Hours): string {
  if (!instant) return '';
  const time = toLocalInput(instant, zone).slice(11);
  const slots = slotsOn(day, zone, min, opening).flatMap((part) => part.slots);
  return slots.find((slot) => slot.time === time && slot.open)?.instant ?? '';
}
