import { centsOf, paidMinutes } from '../../../contract/rules/overage.ts';
import type { PlanTier } from '../../../contract/rules/plans.ts';
import type { BookingStatus, PaymentType } from '../../../contract/schemas/bookings.ts';
import type { Db } from '../../../db/database.ts';
import { readUnheld } from '../../records/hours/held/free-hours.service.ts';
import { type PaidPeriod, readPaidPeriod } from '../../records/hours/hours.service.ts';
import { readAgreedPart } from '../../records/hours/overage/agreements.service.ts';
import { chargedPrice } from '../../records/hours/overage/hour-price.rules.ts';
import { hasHours } from '../../records/hours/plan-hours.service.ts';
import type { PaymentTable } from '../../records/payments/payments.table.ts';
import { type PaymentState, paymentStateOf, readPaymentState } from '../checkout/refunds.service.ts';
import type { Stake } from './change-terms.rules.ts';

interface Booked {
  id: string;
  user_id: string;
  status: BookingStatus;
  payment_type: PaymentType;
  payment_id: string | null;
  estimated_minutes: number;
  unpaid_since: string | null;
}

interface PaidBeside {
  payment_status: PaymentTable['status'] | null;
  amount_cents: number | null;
  refunded_cents: number | null;
  on_the_way_cents: number;
  agreed_minutes: number | null;
  agreed_at: string | null;
  hour_cents: number | null;
  agreed_tier: PlanTier | null;
}

/** @property late.cardMinutes the minutes of the work that `late.chargeCents` pays for */
export type PaidStake = Stake & {
  payment: PaymentState | null;
  late?: NonNullable<Stake['late']> & { cardMinutes: number };
};

/**
 * The customer's stake in a booking, and the state of its card payment. A caller that acts on it holds the member's
 * ledger.
 */
export async function readStake(db: Db, booking: Booked, now: Date): Promise<PaidStake> {
  const paid = booking.payment_id ? await readPaymentState(db, booking.payment_id) : null;
  if (!mayHold(booking)) return stakeOf(paid, null);
  const agreed = await readAgreedPart(db, booking.id, now.toISOString());
  const hours = await hasHours(db, booking.user_id, now);
  const unheld = agreed.minutes ? await readUnheld(db, booking.user_id, now.toISOString()) : 0;
  return stakeOf(paid, hoursStakeOf(booking, agreed, { hours, unheld }));
}

/**
 * The customer's stakes in all their open bookings, which are to be cancelled one after the other. The hours that a
 * cancelled booking held are free for the next one, except those that its cancellation cost.
 * @returns `of` reads the stake in a booking from a row of `selectOpenOf`; `calledOff` counts it as cancelled
 */
export async function readOpenStakes(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<{
  of(booking: Booked & PaidBeside): PaidStake;
  calledOff(booking: Booked & PaidBeside, costMinutes: number): void;
}> {
  const hours = await hasHours(db, userId, now);
  const period = await readPaidPeriod(db, userId, now.toISOString());
  let unheld = await readUnheld(db, userId, now.toISOString());
  return {
    of(booking) {
      const paid = paymentStateOf(booking);
      if (!mayHold(booking)) return stakeOf(paid, null);
      const agreed = { minutes: booking.agreed_minutes ?? 0, hourCents: hourCentsOf(booking, period) };
      return stakeOf(paid, hoursStakeOf(booking, agreed, { hours, unheld }));
    },
    calledOff(booking, costMinutes) {
      if (mayHold(booking)) unheld += booking.estimated_minutes - (booking.agreed_minutes ?? 0) - costMinutes;
    },
  };
}

function hourCentsOf(
  { agreed_at: agreedAt, hour_cents: hourCents, agreed_tier: tier }: PaidBeside,
  period: PaidPeriod | null,
): number {
  if (agreedAt === null || hourCents === null || tier === null) return 0;
  return chargedPrice({ agreedAt, hourCents, tier }, period).hourCents;
}

/**
 * Whether a booking may hold hours. If its customer has a plan or remaining hours, a plan booking holds its estimated
 * hours, without those to be paid by card. An unpaid booking holds nothing.
 */
const mayHold = ({ status, payment_type, unpaid_since }: Booked): boolean =>
  payment_type === 'subscription' && !unpaid_since && (status === 'pending' || status === 'scheduled');

type HoursStake = Required<Pick<PaidStake, 'heldMinutes' | 'late'>>;

/**
 * The customer's stake in hours. A late cancellation costs as much as completed work: hours granted since the
 * agreement are used before the card pays.
 * @param has.unheld minutes that no open booking holds
 */
function hoursStakeOf(
  { estimated_minutes: estimated }: Booked,
  agreed: { minutes: number; hourCents: number },
  has: { hours: boolean; unheld: number },
): HoursStake {
  const held = estimated - agreed.minutes;
  const card = paidMinutes(agreed.minutes, { freeMinutes: has.unheld + held, actualMinutes: estimated });
  return {
    heldMinutes: has.hours ? held : 0,
    late: {
      minutes: has.hours ? estimated - card : 0,
      cardMinutes: card,
      chargeCents: centsOf(agreed.hourCents, card),
    },
  };
}

const stakeOf = (
  paid: { payment: PaymentState; leftCents: number } | null,
  hours: HoursStake | null,
): PaidStake => ({
  payment: paid?.payment ?? null,
  paidCents: paid?.leftCents ?? 0,
  heldMinutes: hours?.heldMinutes ?? 0,
  ...(hours && { late: hours.late }),
});
