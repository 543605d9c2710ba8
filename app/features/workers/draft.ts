import type { WorkerFacts, WorkerHours } from '../../../api/contract/schemas/settings/workers.ts';
import { ApiError } from '../../lib/api.ts';

export type Draft = Partial<WorkerFacts>;

/** The part of the form that each group of fields gets. */
export interface Parts {
  facts: WorkerFacts;
  change: (given: Draft) => void;
  problems: (name: keyof WorkerFacts) => string | undefined;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The facts of a draft that differ from those of the worker. */
export const changesOf = (draft: Draft, worker: WorkerFacts): Draft =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => !isSame(value, worker[name as keyof WorkerFacts])),
  );

/** The server's message about a fact, or about a part of it. */
export function problemOf(error: unknown, name: keyof WorkerFacts): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return Object.entries(error.fields).find(([path]) => path.split('.', 1)[0] === name)?.[1];
}

/** '08:30' of 510, as a time field has it; the end of a day is '00:00'. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The minute of '08:30'; `null` while nothing is typed. Midnight as an end is that of the day's end. */
export function minuteOf(clock: string, isEnd = false): number | null {
  const [hour, minute] = clock.split(':').map(Number);
  if (hour === undefined || minute === undefined || Number.isNaN(hour + minute)) return null;
  const at = hour * 60 + minute;
  return isEnd && at === 0 ? 24 * 60 : at;
}

/** A row of weekly hours, with its place in the whole list. */
export type PlacedHours = WorkerHours & { place: number };

/** The hours of each weekday that hold for good, and those that hold for a time. */
export function inDays(hours: readonly WorkerHours[]): { week: PlacedHours[][]; forATime: PlacedHours[] } {
  const placed = hours.map((one, place) => ({ ...one, place }));
  const isForGood = ({ startsOn, endsOn }: WorkerHours) => startsOn === null && endsOn === null;
  return {
    week: Array.from({ length: 7 }, (_, weekday) =>
      placed.filter((one) => one.weekday === weekday && isForGood(one)),
    ),
    forATime: placed.filter((one) => !isForGood(one)),
  };
}

const usual = { from: 8 * 60, until: 17 * 60 };

/** The hours that are offered next on a weekday: the usual ones, or the time after the last of them. */
export function nextHours(rows: readonly WorkerHours[], weekday: number): WorkerHours {
  const last = rows.at(-1);
  const from = last ? Math.min(last.until + 60, 23 * 60) : usual.from;
  const until = last ? Math.min(from + 180, 24 * 60) : usual.until;
  return { weekday, from, until, startsOn: null, endsOn: null };
}

/** Gives Tuesday to Friday the hours of Monday; other rows stay. */
export function mondayToFriday(hours: readonly WorkerHours[]): WorkerHours[] {
  const { week, forATime } = inDays(hours);
  const plain = ({ place: _, ...row }: PlacedHours): WorkerHours => row;
  const [monday = []] = week;
  return [
    ...monday.map(plain),
    ...[1, 2, 3, 4].flatMap((weekday) => monday.map((row) => ({ ...plain(row), weekday }))),
    ...[5, 6].flatMap((weekday) => (week[weekday] ?? []).map(plain)),
    ...forATime.map(plain),
  ];
}

/** '32 h a week' of the hours that hold for good. */
export function weekWords(minutes: number): string {
  const hours = Math.round((minutes / 60) * 100) / 100;
  return minutes === 0 ? 'no hours' : `${hours} h a week`;
}

/** The postcodes in a text, with commas or lines between them. */
export const postcodesIn = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean);
