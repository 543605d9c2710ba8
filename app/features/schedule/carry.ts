import { fromLocalInput } from '../../lib/time/dates.ts';
import type { Column, Visit } from './columns.ts';
import { wallAt, wallSpan } from './days.ts';

/** A place of the calendar at which a visit is dropped. */
export interface Target {
  /** A column's key. */
  column: string;
  /** Of the column's day. */
  minute: number;
}

/** A lifted visit, and where it would be dropped. */
export interface Carried {
  visit: Visit;
  /** Where it was lifted. */
  home: Target;
  target: Target;
  /** The target's place in the body, in px. */
  place: { left: number; top: number; width: number };
  by: 'pointer' | 'keys';
}

/** The steps in which visits are carried, in minutes. */
export const stepMinutes = 15;
const lastMinute = 24 * 60 - stepMinutes;

const within = (minute: number): number => Math.min(Math.max(minute, 0), lastMinute);

/** The columns from left to right, and the height of a day, in px from the body's corner. */
export interface Geometry {
  columns: readonly { key: string; left: number; width: number }[];
  height: number;
}

/**
 * The target of a visit whose top is at a point of the body; the nearest column beside all of them. Who only goes to
 * another column keeps the minute, which need not be a step's.
 */
export function targetAt(
  { columns, height }: Geometry,
  point: { x: number; y: number },
  home: Target,
): Target | null {
  const under = columns.findLast(({ left }) => left <= point.x) ?? columns[0];
  if (!under) return null;
  const minute = (point.y / height) * 24 * 60;
  const stays = Math.abs(minute - home.minute) < stepMinutes / 2;
  return {
    column: under.key,
    minute: stays ? home.minute : within(Math.round(minute / stepMinutes) * stepMinutes),
  };
}

/** The place of a target; `null` if its column is not there any more. */
export function placeAt({ columns, height }: Geometry, { column, minute }: Target): Carried['place'] | null {
  const found = columns.find(({ key }) => key === column);
  return found ? { left: found.left, top: (minute / (24 * 60)) * height, width: found.width } : null;
}

/** The target after a key; `null` for keys that carry nothing. */
export function targetAfter(
  { column, minute }: Target,
  key: string,
  columns: readonly Pick<Column, 'key'>[],
): Target | null {
  const at = columns.findIndex((one) => one.key === column);
  const beside = (by: number) => ({ column: columns[at + by]?.key ?? column, minute });
  const later = (by: number) => ({
    column,
    // The first step of a visit that begins at another minute goes to the next quarter.
    minute: within(
      by > 0
        ? Math.floor((minute + by) / stepMinutes) * stepMinutes
        : Math.ceil((minute + by) / stepMinutes) * stepMinutes,
    ),
  });
  switch (key) {
    case 'ArrowLeft':
      return beside(-1);
    case 'ArrowRight':
      return beside(1);
    case 'ArrowUp':
      return later(-stepMinutes);
    case 'ArrowDown':
      return later(stepMinutes);
    case 'PageUp':
      return later(-60);
    case 'PageDown':
      return later(60);
    default:
      return null;
  }
}

/** Whether a visit begins in a column, and does not reach into it from the day before. */
export const beginsIn = (
  { day }: Pick<Column, 'day'>,
  { booking }: Pick<Visit, 'booking'>,
  zone: string,
): boolean => wallSpan(booking, zone).start.slice(0, 10) === day;

/** The instant of a target; the visit's own where its time stays, since a local time may come twice. */
export function instantOf(
  { minute }: Pick<Target, 'minute'>,
  day: string,
  visit: Visit,
  zone: string,
): string {
  const wall = wallAt(day, minute);
  return wall === wallSpan(visit.booking, zone).start ? visit.booking.startsAt : fromLocalInput(wall, zone);
}
