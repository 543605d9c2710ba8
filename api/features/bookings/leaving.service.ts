import type { BookingChanges } from '../../contract/entities.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { selectOpenOf } from './bookings.repository.ts';
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
 * The terms on which a person's bookings after an instant would be cancelled; earlier ones are left to the team.
 * Their number is limited by `OPEN_BOOKINGS`.
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

/** Whether the team is at work for a person, or has not entered the outcome of an agreed visit. */
export async function isWorkUnsettled(db: Db, userId: string, now: string): Promise<boolean> {
  return (await selectOpenOf(db, userId)).some(
    ({ status, scheduled_date }) =>
      status === 'in_progress' ||
      (status === 'scheduled' && scheduled_date !== null && scheduled_date <= now),
  );
}

/**
 * Cancels all bookings of a person that can be cancelled, on the terms of `at`: the day that the person was shown,
 * however late this runs. May be repeated.
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
