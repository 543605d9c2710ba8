import { quoteLimits } from '../../../contract/rules/quote-terms.ts';
import type { Schedule, ScheduledBooking } from '../../../contract/schemas/schedule.ts';
import type { AssignmentForm } from '../../../contract/schemas/settings/workers.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { moveToWorker } from '../../flows/assignment/assignment.service.ts';
import { moveByTeam } from '../../flows/booking-changes/move.service.ts';
import { readLanes } from './lanes.service.ts';
import { presentCalendar, presentPlaced } from './schedule.presenter.ts';
import {
  type CalendarRow,
  selectLong,
  selectPlaced,
  selectSpan,
  selectWholeLong,
  selectWholeSpan,
} from './schedule.repository.ts';

const dayMs = 24 * 3_600_000;
const longestSpanMs = 8 * dayMs;
/** The longest work, by the limit of a quote. */
const longestWorkMs = quoteLimits.hours.max * 3_600_000;
/** The most bookings of a span, more than a person can read in the calendar of a week. */
const mostRows = 2000;

/**
 * Bookings under way at some time from `from` until `to` (ISO 8601 instants), by their estimated or actual time, in
 * order. Cancelled ones are included only if `cancelled` asks for them.
 * @throws Refusal `invalid_input` for a span that is empty or longer than 8 days
 */
export async function readSchedule(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  query: { from: string; to: string; cancelled?: '1' | undefined },
): Promise<Schedule> {
  const { db } = deps;
  const from = Date.parse(query.from);
  const to = Date.parse(query.to);
  if (from >= to) throw badSpan('from', 'Must be before `to`');
  if (to - from > longestSpanMs) throw badSpan('to', 'At most 8 days after `from`');
  const [select, selectOfLong] = query.cancelled
    ? [selectWholeSpan, selectWholeLong]
    : [selectSpan, selectLong];
  const rows = mostRows + 1;
  const [long, begun, begins] = await Promise.all([
    // Bookings of the day before may still be under way; of earlier ones only those longer than a day.
    selectOfLong(db, { from: instantOf(from - longestWorkMs), to: instantOf(from - dayMs), rows }),
    select(db, { from: instantOf(from - dayMs), to: instantOf(from), rows }),
    select(db, { from: instantOf(from), to: instantOf(to), rows }),
  ]);
  const all = [...[...long, ...begun].filter((row) => endOf(row) > from), ...begins];
  const shown = all.slice(0, mostRows);
  const { lanes, visits } = await readLanes(deps, { bookingIds: shown.map(({ id }) => id), from, to });
  return {
    lanes,
    bookings: shown.map((row) => presentCalendar(row, visits.get(row.id) ?? [])),
    more: all.length > mostRows || begun.length > mostRows || long.length > mostRows,
  };
}

const instantOf = (ms: number): string => new Date(ms).toISOString();

/** The end of the work, or of the visit of whoever needs longer for it. */
const endOf = (row: CalendarRow): number =>
  Math.max(
    Date.parse(row.scheduled_date ?? '') + (row.actual_minutes ?? row.estimated_minutes) * 60_000,
    row.visits_end ? Date.parse(row.visits_end) : 0,
  );

const badSpan = (field: 'from' | 'to', message: string): Refusal =>
  new Refusal('invalid_input', message, { fields: { [field]: message } });

/**
 * Moves a booking as the team (`moveByTeam`), also to another worker (`moveToWorker`).
 * @returns the booking as it is now in the calendar
 * @throws Refusal `not_found`, `invalid_input` (a time that has passed), `conflict` (moved meanwhile, or over, or the
 * worker's obstacle), `plan_required`, `hours_short`, `slot_taken`, `forbidden` (over an obstacle)
 */
export async function moveBooking(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'business' | 'changes'>,
  person: Person,
  id: string,
  {
    assignment,
    ...wanted
  }: {
    scheduledDate: string;
    expectedDate: string | null;
    schedule?: boolean | undefined;
    assignment?: AssignmentForm | undefined;
  },
): Promise<ScheduledBooking> {
  if (assignment) await moveToWorker(deps, person, id, { ...wanted, assignment });
  else await moveByTeam(deps, person, id, wanted);
  const [row] = await selectPlaced(deps.db, { id });
  if (!row) throw notFound('Booking');
  return presentPlaced(row);
}
