import type { BookingStatus, PaymentType } from '../../contract/entities.ts';
import type { Db } from '../../db/database.ts';
import { type PaymentState, readPaymentState } from '../checkout/refunds.service.ts';
import { readAgreedMinutes } from '../past-hours/agreements.service.ts';
import type { Stake } from './changes.policy.ts';
import { hasHours } from './plan-hours.service.ts';

/**
 * What a booking's customer has put in, and what became of the card payment. A plan's booking holds its estimated
 * hours for whoever has a plan, or hours left of one, but for what was agreed to be paid by card when it is done;
 * nobody else has anything to lose.
 */
export async function readStake(
  db: Db,
  booking: {
    id: string;
    user_id: string;
    status: BookingStatus;
    payment_type: PaymentType;
    payment_id: string | null;
    estimated_minutes: number;
  },
  now: Date,
): Promise<Stake & { payment: PaymentState | null }> {
  const paid = booking.payment_id ? await readPaymentState(db, booking.payment_id) : null;
  const open = booking.status === 'pending' || booking.status === 'scheduled';
  const holds = open && booking.payment_type === 'subscription' && (await hasHours(db, booking.user_id, now));
  return {
    payment: paid?.payment ?? null,
    paidCents: paid?.leftCents ?? 0,
    heldMinutes: holds ? booking.estimated_minutes - (await readAgreedMinutes(db, booking.id)) : 0,
  };
}
