import { oneLine } from '../../../contract/rules/booking-details.ts';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Person } from '../../../core/person.ts';
import { notFound } from '../../../core/refusal.ts';
import { restAsLong } from '../../../core/turn.ts';
import type { Db } from '../../../db/database.ts';
import { mayTouch } from './bookings.policy.ts';
import { workersOf } from './bookings.presenter.ts';
import { selectVisit, selectVisitsOf, selectVisitsRevision, type VisitRow } from './bookings.repository.ts';

/** A booking as a calendar shows it. */
export interface Visit {
  id: string;
  status: BookingStatus;
  service: string;
  /** `null` if no time has been agreed. */
  startsAt: string | null;
  /** The length of the promised arrival window; `null` without one. */
  windowMinutes: number | null;
  minutes: number;
  /** The place, part by part; empty if the customer named none. */
  place: string[];
  /** The names of those who come, if the business lets them be shown. */
  workers: string[];
  createdAt: string;
  changedAt: string;
  /** Rises with every change of status and every move. */
  revision: number;
}

interface Span {
  userId: string;
  since: string;
  until: string;
}

/** Rows read at a time; other requests have their turn, and half of the time, in between. */
const slice = 50;

/** The most visits of a calendar, more than a household books: bookings can be made and cancelled without end. */
export const mostVisits = 1000;

/**
 * A person's own bookings that begin at or after `since` and before `until`, in order, in slices; the first
 * `mostVisits` of them.
 */
export async function* listVisits(db: Db, { userId, since, until }: Span): AsyncGenerator<Visit[]> {
  let left = mostVisits;
  for (let place = { since, after: '' }; ; ) {
    const began = performance.now();
    const rows = await selectVisitsOf(db, { userId, until, most: Math.min(slice, left), ...place });
    if (rows.length > 0) yield rows.map(asVisit);
    left -= rows.length;
    const last = rows.at(-1);
    if (left === 0 || rows.length < slice || !last?.scheduled_date) return;
    place = { since: last.scheduled_date, after: last.id };
    await restAsLong(performance.now() - began);
  }
}

/**
 * Values of which one changes with every change of what `listVisits` gives, of who comes and of their names;
 * `changedAt` is the last change. `null` if there are none.
 */
export async function readVisitsRevision(
  db: Db,
  span: Span,
): Promise<{ count: number; last: string | null; changedAt: string | null }> {
  const [row] = await selectVisitsRevision(db, { ...span, most: mostVisits });
  const changes = [row?.changed_at, row?.workers_changed_at].flatMap((at) => at ?? []);
  return {
    count: Number(row?.count ?? 0),
    last: row?.last ?? null,
    changedAt: changes.sort().at(-1) ?? null,
  };
}

/** @throws Refusal `not_found`, also for another person's. */
export async function readVisit(db: Db, person: Person, id: string): Promise<Visit> {
  const [row] = await selectVisit(db, { id });
  if (!row || !mayTouch(person, { userId: row.user_id })) throw notFound('Booking');
  return asVisit(row);
}

/** The place from its own columns. Everybody with a calendar's address can read it, so it contains no other text. */
const placeOf = (row: VisitRow): string[] =>
  [row.d_address, row.location && oneLine(row.location), row.d_city, row.d_state, row.d_postal_code].flatMap(
    (part) => part || [],
  );

const asVisit = (row: VisitRow): Visit => ({
  id: row.id,
  status: row.status,
  service: row.service_name,
  startsAt: row.scheduled_date,
  windowMinutes: row.window_minutes,
  minutes: row.estimated_minutes,
  place: placeOf(row),
  workers: workersOf(row),
  createdAt: row.created_at,
  changedAt: row.updated_at,
  revision: (row.status_changes ?? 0) + (row.moves ?? 0),
});
