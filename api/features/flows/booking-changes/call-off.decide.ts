import type { Selectable } from 'kysely';
import type { BookingChanges } from '../../../contract/schemas/bookings.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import { type Ledger, settle } from '../../records/hours/ledger.rules.ts';
import type { OverageFacts } from '../../records/hours/overage/overage-facts.service.ts';
import type { PaymentFacts } from '../../records/payments/payment-facts.service.ts';
import { refundWhole } from '../../records/payments/refunds/refunds.rules.ts';
import { decideOverage } from '../overage-charges/overage.decide.ts';
import type { HoursWrites } from '../overage-charges/overage.service.ts';
import type { PaidStake } from './stake.service.ts';

/** The terms on which a booking is cancelled. */
export interface CallOffTerms {
  cancel: NonNullable<BookingChanges['cancel']>;
  stake: PaidStake;
  /** The instant for which the terms were computed. */
  at: string;
}

export interface CallOffFacts {
  booking: Selectable<BookingTable>;
  now: string;
  currency: string;
  /** For a late cancellation of a plan booking; its ledger, and its agreement as of `CallOffTerms.at`. */
  hours: { ledger: Ledger; overage: OverageFacts } | null;
  /** For a refund: the payment of the whole booking. */
  paid: PaymentFacts | null;
}

export interface CallOffDecision {
  hours: HoursWrites | null;
  /** The payment that is to be refunded, and the same if that is decided only now. */
  refund: string | null;
  refunding: string | null;
}

/**
 * Decides the effects of exactly the given terms: hours and money are not computed again at another instant. A late
 * cancellation is settled as if the work had been done.
 */
export function decideCallOff(facts: CallOffFacts, { cancel, stake, at }: CallOffTerms): CallOffDecision {
  const { booking, now, currency, hours, paid } = facts;
  const { isDue, isDecidedNow } = refundWhole(paid?.payment);
  const refund = isDue ? booking.payment_id : null;
  const refunding = isDecidedNow ? booking.payment_id : null;
  const { late } = stake;
  if (!hours || !late) return { hours: null, refund, refunding };
  const { estimated_minutes: actualMinutes } = booking;
  const work = { freeMinutes: actualMinutes - late.cardMinutes, actualMinutes };
  const means = { currency, now, note: ', called off late' };
  return {
    hours: {
      entries: settle(hours.ledger, { minutes: late.minutes, usedAt: at }),
      overage: cancel.chargeCents ? decideOverage(hours.overage, booking, work, means) : null,
    },
    refund,
    refunding,
  };
}
