import type { BookingChanges } from '../../../contract/schemas/bookings.ts';
import { personOf } from '../../../core/person.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { selectOpenOf } from '../../records/bookings/bookings.repository.ts';
import { callOffForLeaving } from './call-off.service.ts';
import { type Agreed, changesOf, goesOnUntil, isOnPlannedTerms } from './change-terms.rules.ts';
import { readOpenStakes } from './stake.service.ts';

type Parts = Pick<Deps, 'db' | 'env'>;

interface Leaving {
  id: string;
  service: string;
  scheduledDate: string | null;
  terms: NonNullable<BookingChanges['cancel']>;
  /** Left out unless the visit comes before the planned day and the team may still agree to it. */
  mayBeAgreed?: true;
}

/**
 * The terms on which a person's open bookings are cancelled, one after the other, when the account is deleted: on the
 * planned day, or now if that day has passed. Left out are agreed visits before that day, which the team finishes, and
 * disputed bookings. A person has at most `OPEN_BOOKINGS` open bookings.
 */
export async function termsOfLeaving(
  deps: Parts,
  userId: string,
  { planned, now }: { planned: Date; now: Date },
): Promise<Leaving[]> {
  const { db, env } = deps;
  const bookings = await selectOpenOf(db, userId);
  const thatDay = await reckonedAt({ db, env }, userId, planned);
  const today = now > planned ? await reckonedAt({ db, env }, userId, now) : thatDay;
  return bookings.flatMap((booking) => {
    const { id, service_name, scheduled_date } = booking;
    if (booking.disputed || goesOnUntil(planned, booking)) return [];
    const asOfNow = today.termsOf(booking);
    const terms = isOnPlannedTerms(asOfNow) ? thatDay.termsOf(booking) : asOfNow;
    if (!terms) return [];
    const costMinutes = terms.outcome === 'forfeit' ? Math.round(terms.hours * 60) : 0;
    for (const { calledOff } of new Set([thatDay, today])) calledOff(booking, costMinutes);
    const mayBeAgreed =
      !booking.unpaid_since &&
      !(scheduled_date && scheduled_date <= now.toISOString()) &&
      goesOnUntil(planned, { status: 'scheduled', scheduled_date });
    return [
      {
        id,
        service: service_name,
        scheduledDate: scheduled_date,
        terms,
        ...(mayBeAgreed && { mayBeAgreed }),
      },
    ];
  });
}

async function reckonedAt(deps: Parts, userId: string, at: Date) {
  const { db, env } = deps;
  const { of, calledOff } = await readOpenStakes(db, { userId, now: at });
  const termsOf = (booking: Parameters<typeof of>[0] & Agreed) =>
    changesOf(booking, of(booking), at, env.BUSINESS_TIME_ZONE).cancel;
  return { termsOf, calledOff };
}

/**
 * Whether work for a person has begun, or the time of an agreed visit has passed and the team has not entered its
 * outcome.
 */
export async function isWorkUnsettled(db: Db, userId: string, now: string): Promise<boolean> {
  return (await selectOpenOf(db, userId)).some(
    ({ status, scheduled_date }) =>
      status === 'in_progress' ||
      (status === 'scheduled' && scheduled_date !== null && scheduled_date <= now),
  );
}

/**
 * Cancels all bookings of a person that can be cancelled, on the terms of `at`: the day that they were shown, even if
 * the cancellation comes later. May be repeated.
 */
export async function callOffAll(
  parts: Parameters<typeof callOffForLeaving>[0],
  userId: string,
  at: Date,
  stay: () => Promise<void>,
): Promise<void> {
  for (const { id } of await selectOpenOf(parts.db, userId)) {
    await stay();
    await callOffForLeaving(parts, personOf(userId, null), id, at);
  }
}
