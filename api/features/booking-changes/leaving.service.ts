import type { BookingChanges } from '../../contract/entities.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { selectOpenOf } from '../bookings/bookings.repository.ts';
import { changesOf } from './changes.policy.ts';
import { callOffForLeaving } from './changes.service.ts';
import { readOpenStakes } from './stake.service.ts';

interface Leaving {
  id: string;
  service: string;
  scheduledDate: string | null;
  terms: NonNullable<BookingChanges['cancel']>;
}

/**
 * On which terms the bookings of a person would be called off that are still to come at an instant; what was to be
 * done by then is the team's to finish. Nobody has more of them than `OPEN_BOOKINGS`.
 */
export async function termsOfLeaving(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  userId: string,
  at: Date,
): Promise<Leaving[]> {
  const bookings = await selectOpenOf(db, userId);
  const stakes = await readOpenStakes(db, { userId, bookings, now: at });
  return stakes.flatMap(({ booking, stake }) => {
    const isPast = booking.scheduled_date !== null && booking.scheduled_date <= at.toISOString();
    if (isPast && booking.status === 'scheduled') return [];
    const { cancel } = changesOf(booking, stake, at, env.BUSINESS_TIME_ZONE);
    if (!cancel) return [];
    const { id, service_name, scheduled_date } = booking;
    return [{ id, service: service_name, scheduledDate: scheduled_date, terms: cancel }];
  });
}

/** Whether the team is at work for a person, or has not said what became of a visit that was agreed. */
export async function isWorkUnsettled(db: Db, userId: string, now: string): Promise<boolean> {
  return (await selectOpenOf(db, userId)).some(
    ({ status, scheduled_date }) =>
      status === 'in_progress' ||
      (status === 'scheduled' && scheduled_date !== null && scheduled_date <= now),
  );
}

/**
 * Calls off whatever of a person's can be called off, on the terms of `at`: the day that they were shown, however late
 * it is done. May be repeated.
 */
export async function callOffAll(
  parts: Parameters<typeof callOffForLeaving>[0],
  userId: string,
  at: Date,
  stay: () => Promise<void>,
): Promise<void> {
  for (const { id } of await selectOpenOf(parts.db, userId)) {
    await stay();
    await callOffForLeaving(parts, { id: userId, role: 'customer' }, id, at);
  }
}
