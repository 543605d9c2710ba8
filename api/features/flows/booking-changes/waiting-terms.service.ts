import type { BookingTerms } from '../../../contract/schemas/booking-terms.ts';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Db } from '../../../db/database.ts';
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
  { user_id: userId, status, estimated_minutes: takesMinutes, scheduled_date: at, unpaid_since }: Waiting,
  now: Date,
): Promise<BookingTerms | undefined> {
  if (!unpaid_since || status !== 'pending') return undefined;
  // The full price by card applies only to a new booking.
  const terms = await termsOf(db, env, { userId, takesMinutes, at, cardCents: null, now });
  return terms.planServesUntil || (await hasHours(db, userId, now)) ? terms : undefined;
}

/** Whether a booking waits for the first plan of its customer, whose hours will have expired by another time. */
export async function isBeyondFirstPlan(
  db: Db,
  env: TermsEnv,
  booking: Waiting,
  { to, now }: { to: string; now: Date },
): Promise<boolean> {
  const terms = await readWaitingTerms(db, env, { ...booking, scheduled_date: to }, now);
  return terms?.planServesUntil !== undefined;
}
