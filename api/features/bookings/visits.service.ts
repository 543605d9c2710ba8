import type { BookingStatus } from '../../contract/entities.ts';
import type { Db } from '../../db/database.ts';
import { notFound } from '../../http/errors.ts';
import type { Person } from '../../http/handlers.ts';
import { mayTouch } from './bookings.policy.ts';
import { selectVisit, selectVisitsOf, type VisitRow } from './bookings.repository.ts';

/** A booking as a calendar needs it. */
export interface Visit {
  id: string;
  status: BookingStatus;
  service: string;
  /** `null` while no time has been agreed. */
  startsAt: string | null;
  minutes: number;
  notes: string | null;
  createdAt: string;
  changedAt: string;
  /** Grows with every change of the status and every move. */
  revision: number;
}

/** A person's own bookings that begin at `since` or later, in order. */
export async function listVisits(db: Db, userId: string, since: string): Promise<Visit[]> {
  return (await selectVisitsOf(db, { userId, since })).map(asVisit);
}

/** @throws Refusal `not_found`, also for another person's. */
export async function readVisit(db: Db, person: Person, id: string): Promise<Visit> {
  const [row] = await selectVisit(db, { id });
  if (!row || !mayTouch(person, { userId: row.user_id })) throw notFound('Booking');
  return asVisit(row);
}

const asVisit = (row: VisitRow): Visit => ({
  id: row.id,
  status: row.status,
  service: row.service_name,
  startsAt: row.scheduled_date,
  minutes: row.estimated_minutes,
  notes: row.notes,
  createdAt: row.created_at,
  changedAt: row.updated_at,
  revision: (row.status_changes ?? 0) + (row.moves ?? 0),
});
