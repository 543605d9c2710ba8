import { type Opening, weekdayOf, weekdays } from '../../../api/contract/rules/business/opening.ts';
import type { CalendarBooking, Lane, Schedule } from '../../../api/contract/schemas/schedule.ts';
import type { WorkerFace } from '../../../api/contract/schemas/settings/workers.ts';
import { oneText } from '../../lib/one-text.ts';
import type { Shown } from './address.ts';
import { daysOf, minuteOn, wallSpan } from './days.ts';
import { type Block, type Place, stacked } from './stacks.ts';

/** The key of the column of visits that nobody makes yet. */
export const unassigned = 'unassigned';

/** A time of a column at which nobody works. */
export interface Off extends Block {
  kind: 'off' | 'leave' | 'held' | 'busy' | 'closed';
  words: string;
}

/** A visit as a column shows it. */
export interface Visit extends Block, Place {
  booking: CalendarBooking;
  /** The worker in whose column it stands; `null` in any other. */
  workerId: string | null;
  isTight: boolean;
  /** The minutes of the way from the visit before in its column; `null` if there is none, or it is unknown. */
  wayMinutes: number | null;
  /** A worker's colour, a category's where there are no workers, or 'nobody'. */
  colour: string;
  /** The names of those who come. */
  who: string;
}

/** A column of the calendar: a worker's day, the visits of a day that nobody makes, or a day of the week. */
export interface Column {
  key: string;
  /** '2026-11-23' */
  day: string;
  worker: WorkerFace | null;
  visits: Visit[];
  off: Off[];
}

/** What the calendar shows: the workers' lanes, the bookings, and those that a filter leaves out. */
export interface ShownBookings extends Pick<Schedule, 'bookings' | 'lanes'> {
  others?: readonly CalendarBooking[];
}

interface Clock {
  zone: string;
  opening: Pick<Opening, 'week' | 'closedDays'> | undefined;
}

/**
 * The columns of a view: of a day a column for what is unassigned and one for each worker, who work on this day first;
 * of a week its days. Of one worker's day that lane alone.
 */
export function columnsOf(
  shown: Pick<Shown, 'view' | 'date'> & Partial<Pick<Shown, 'worker'>>,
  read: ShownBookings,
  clock: Clock,
): Column[] {
  if (shown.view === 'day') {
    const lanes = lanesOf(shown.date, read, clock);
    const only = lanes.filter(({ key }) => key === shown.worker);
    return only.length > 0 ? only : lanes;
  }
  const faces = new Map(read.lanes.map(({ worker }) => [worker.id, worker]));
  return daysOf(shown).map((day) => ({
    ...{ key: day, day, worker: null, off: closedOn(day, clock) },
    visits: stacked(
      read.bookings.flatMap((booking) =>
        visitOn(day, booking, clock.zone, {
          ...{ workerId: null, minutes: longestOf(booking), faces, hasWorkers: read.lanes.length > 0 },
        }),
      ),
    ),
  }));
}

function lanesOf(day: string, { bookings, lanes, others = [] }: ShownBookings, clock: Clock): Column[] {
  const faces = new Map(lanes.map(({ worker }) => [worker.id, worker]));
  const hasWorkers = lanes.length > 0;
  const closed = closedOn(day, clock);
  // One of two workers leaves the place of the other to be given.
  const none = bookings.filter(({ visits, needed = 1 }) => visits.length < needed);
  const byWorker = Map.groupBy(
    bookings.flatMap((booking) => booking.visits.map((visit) => ({ booking, visit }))),
    ({ visit }) => visit.workerId,
  );
  const all = lanes.map((lane): Column => {
    const { id } = lane.worker;
    const visits = (byWorker.get(id) ?? []).flatMap(({ booking, visit }) => {
      const minutes = (Date.parse(visit.endsAt) - Date.parse(booking.startsAt)) / 60_000;
      return visitOn(day, booking, clock.zone, { workerId: id, minutes, faces, hasWorkers });
    });
    const off = [
      ...closed,
      ...offOf(lane, day, clock.zone),
      ...busyOf(id, others, { day, zone: clock.zone }),
    ];
    return { key: id, day, worker: lane.worker, visits: stacked(visits), off };
  });
  const works = ({ hours }: Lane, at: number) => hours.length > 0 || (all[at]?.visits.length ?? 0) > 0;
  return [
    {
      ...{ key: unassigned, day, worker: null, off: closed },
      visits: stacked(
        none.flatMap((booking) =>
          visitOn(day, booking, clock.zone, { workerId: null, minutes: booking.minutes, faces, hasWorkers }),
        ),
      ),
    },
    ...all.filter((_, at) => works(lanes[at] as Lane, at)),
    ...all.filter((_, at) => !works(lanes[at] as Lane, at)),
  ];
}

/** The minutes of a booking's work, or of the longest visit: a slow worker's ends later than the estimate says. */
const longestOf = ({ startsAt, minutes, visits }: CalendarBooking): number =>
  Math.max(minutes, ...visits.map(({ endsAt }) => (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000));

/** The part of a visit that lies on a day; none of another day. */
function visitOn(
  day: string,
  booking: CalendarBooking,
  zone: string,
  {
    workerId,
    minutes,
    faces,
    hasWorkers,
  }: { workerId: string | null; minutes: number; faces: Map<string, WorkerFace>; hasWorkers: boolean },
): (Block & Omit<Visit, keyof Place>)[] {
  const { start, end } = wallSpan({ startsAt: booking.startsAt, minutes }, zone);
  const [from, until] = [minuteOn(day, start), minuteOn(day, end)];
  if (until <= from) return [];
  const comes = booking.visits.flatMap((visit) => faces.get(visit.workerId) ?? []);
  const worker = workerId === null ? comes[0] : faces.get(workerId);
  const colour = worker?.colour ?? (hasWorkers ? 'nobody' : booking.category.color);
  const isTight = booking.visits.some(
    (visit) => visit.isTight && (workerId === null || visit.workerId === workerId),
  );
  const wayMinutes = booking.visits.find((visit) => visit.workerId === workerId)?.wayMinutes ?? null;
  const who = comes.map(({ name }) => name).join(', ');
  return [{ booking, workerId, from, until, isTight, wayMinutes, colour, who }];
}

const wholeDay = 24 * 60;

/** The closed times of a day, by the opening hours: visits begin within them, and may last longer. */
function closedOn(day: string, { opening }: Clock): Off[] {
  if (!opening) return [];
  const closed = opening.closedDays.find((one) => one.day === day);
  const whole = { from: 0, until: wholeDay, kind: 'closed' as const };
  if (closed) return [{ ...whole, words: closed.name ? oneText`Closed: ${closed.name}` : 'Closed' }];
  const hours = opening.week[weekdayOf(day)];
  return hours ? [] : [{ ...whole, words: `No visits on ${weekdays[weekdayOf(day)]}s` }];
}

/** A worker's visits that a filter leaves out: the lane is not free then. */
const busyOf = (
  workerId: string,
  others: readonly CalendarBooking[],
  { day, zone }: { day: string; zone: string },
): Off[] =>
  others.flatMap(({ startsAt, visits, service }) => {
    const visit = visits.find((one) => one.workerId === workerId);
    if (!visit) return [];
    const part = partOn(day, { startsAt, endsAt: visit.endsAt }, zone);
    return part ? [{ ...part, kind: 'busy', words: service }] : [];
  });

/** The part of a time that lies on a day, in minutes from its midnight. */
function partOn(day: string, { startsAt, endsAt }: Lane['hours'][number], zone: string): Block | null {
  const minutes = (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;
  const { start, end } = wallSpan({ startsAt, minutes }, zone);
  const [from, until] = [minuteOn(day, start), minuteOn(day, end)];
  return until > from ? { from, until } : null;
}

/** The times of a worker's day that are not for visits; none before they are known. */
function offOf({ hours, leave, held }: Lane, day: string, zone: string): Off[] {
  const onDay = (spans: Lane['hours']) => spans.flatMap((span) => partOn(day, span, zone) ?? []);
  const works = onDay(hours);
  const gaps = [0, ...works.map(({ until }) => until)].map((from, at): Off => {
    const until = works[at]?.from ?? wholeDay;
    return { from, until, kind: 'off', words: works.length ? '' : 'Not at work' };
  });
  const away = onDay(leave).map((span): Off => ({ ...span, kind: 'leave', words: 'On leave' }));
  // A day of leave alone says so once.
  const isAway = works.length === 0 && away.length > 0;
  return [
    ...gaps.filter(({ from, until }) => until > from).map((gap) => (isAway ? { ...gap, words: '' } : gap)),
    ...away,
    ...onDay(held).map((span): Off => ({ ...span, kind: 'held', words: 'A customer is choosing' })),
  ];
}
