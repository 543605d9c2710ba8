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

/** The half-hours of a day in the zone; those that a clock change skips are left out. */
export function slotsOn(day: string, zone: string, min: Date): DayPart[] {
  return dayParts.map(({ part, label, from, to }) => {
    const slots: Slot[] = [];
    for (let half = from * 2; half < to * 2; half += 1) {
      const time = `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
      const instant = fromLocalInput(`${day}T${time}`, zone);
      if (toLocalInput(instant, zone) !== `${day}T${time}`) continue;
      slots.push({ time, instant, open: Date.parse(instant) >= min.getTime() });
    }
    return { part, label, slots };
  });
}

/** Whether a visit can still begin on that day. */
export const hasOpenSlot = (day: string, zone: string, min: Date): boolean =>
  slotsOn(day, zone, min).some(({ slots }) => slots.some((slot) => slot.open));

/** The same time on another day; '' if that day lacks this half-hour or it has passed. */
export function movedTo(day: string, instant: string, zone: string, min: Date): string {
  if (!instant) return '';
  const time = toLocalInput(instant, zone).slice(11);
  const slots = slotsOn(day, zone, min).flatMap((part) => part.slots);
  return slots.find((slot) => slot.time === time && slot.open)?.instant ?? '';
}
