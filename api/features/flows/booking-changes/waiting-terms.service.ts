import type { BookingTerms } from '../../../contract/schemas/booking-terms.ts';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Db } from '../../../db/database.ts';
import { firstMonthServesUntil } from '../../records/hours/hours.service.ts';
import { type TermsEnv, termsOf } from '../../records/hours/overage/overage-terms.service.ts';
import { hasHours } from '../../records/hours/plan-hours.service.ts';

interface Waiting {
  user_id: string;
  status: BookingStatus;
  estimated_minutes: number;
  scheduled_date: string | null;
  unpaid_since: string | null;
}

/**
 * The terms of paying an unpaid booking: for a person with a plan or remaining hours, and for a person whose visit
 * no plan begun now would cover; `undefined` for all others. A caller that relies on them holds the member's ledger.
 */
export async function readWaitingTerms(
  db: Db,
  env: TermsEnv,
  booking: Waiting,
  now: Date,
): Promise<BookingTerms | undefined> {
  const { user_id: userId, estimated_minutes: takesMinutes, scheduled_date: at } = booking;
  if (!isWaiting(booking)) return undefined;
  // The full price by card applies only to a new booking.
  const terms = await termsOf(db, env, { userId, takesMinutes, at, cardCents: null, now });
  return terms.planServesUntil || (await hasHours(db, userId, now)) ? terms : undefined;
}

/**
 * The time from which the first hours of a plan begun now will have expired, for a booking that waits for its
 * customer's first plan; `null` for all others.
 */
export async function readFirstPlanEnd(
  db: Db,
  env: TermsEnv,
  booking: Waiting,
  now: Date,
): Promise<string | null> {
  if (!isWaiting(booking) || (await hasHours(db, booking.user_id, now))) return null;
  return firstMonthServesUntil(now, env.BUSINESS_TIME_ZONE);
}

const isWaiting = ({ status, unpaid_since }: Waiting): boolean =>
  status === 'pending' && unpaid_since !== null;
