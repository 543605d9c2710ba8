import type { BookingStatus, PaymentType } from '../../contract/entities.ts';
import type { Db } from '../../db/database.ts';
import type { PaymentTable } from '../checkout/checkout.table.ts';
import { type PaymentState, paymentStateOf, readPaymentState } from '../checkout/refunds.service.ts';
import { readAgreedMinutes } from '../past-hours/agreements.service.ts';
import type { Stake } from './changes.policy.ts';
import { hasHours } from './plan-hours.service.ts';

interface Booked {
  id: string;
  user_id: string;
  status: BookingStatus;
  payment_type: PaymentType;
  payment_id: string | null;
  estimated_minutes: number;
}

interface PaidBeside {
  payment_status: PaymentTable['status'] | null;
  amount_cents: number | null;
  refunded_cents: number | null;
  agreed_minutes: number | null;
}

type PaidStake = Stake & { payment: PaymentState | null };

/** What a booking's customer has put in, and what became of the card payment. */
export async function readStake(db: Db, booking: Booked, now: Date): Promise<PaidStake> {
  const paid = booking.payment_id ? await readPaymentState(db, booking.payment_id) : null;
  if (!mayHold(booking) || !(await hasHours(db, booking.user_id, now))) return stakeOf(paid, 0);
  return stakeOf(paid, booking.estimated_minutes - (await readAgreedMinutes(db, booking.id)));
}

/** The same of all open bookings of one customer, with what `selectOpenOf` read beside them. */
export async function readOpenStakes<B extends Booked & PaidBeside>(
  db: Db,
  { userId, bookings, now }: { userId: string; bookings: B[]; now: Date },
): Promise<{ booking: B; stake: PaidStake }[]> {
  const hours = await hasHours(db, userId, now);
  return bookings.map((booking) => {
    const { payment_status: status, amount_cents, refunded_cents, agreed_minutes } = booking;
    const paid =
      status && amount_cents !== null && refunded_cents !== null
        ? paymentStateOf({ status, amount_cents, refunded_cents })
        : null;
    const held = hours && mayHold(booking) ? booking.estimated_minutes - (agreed_minutes ?? 0) : 0;
    return { booking, stake: stakeOf(paid, held) };
  });
}

/**
 * A plan's booking holds its estimated hours for whoever has a plan, or hours left of one, but for what was agreed to
 * be paid by card when it is done; nobody else has anything to lose.
 */
const mayHold = ({ status, payment_type }: Booked): boolean =>
  payment_type === 'subscription' && (status === 'pending' || status === 'scheduled');

const stakeOf = (
  paid: { payment: PaymentState; leftCents: number } | null,
  heldMinutes: number,
): PaidStake => ({
  payment: paid?.payment ?? null,
  paidCents: paid?.leftCents ?? 0,
  heldMinutes,
});
