import { centsOf, paidMinutes } from '../../../contract/rules/overage.ts';
import { isolated } from '../../../contract/rules/visible-text.ts';
import { chargedPrice, type HourPrice, isInForce } from '../../records/hours/overage/hour-price.rules.ts';
import type { OverageTable } from '../../records/hours/overage/overage.table.ts';
import type { OverageFacts } from '../../records/hours/overage/overage-facts.service.ts';
import type { BillingNews } from '../../records/notices/notices.service.ts';
import { newPayment } from '../../records/payments/new-payment.ts';
import type { PaymentTable } from '../../records/payments/payments.table.ts';
import { refundWhole } from '../../records/payments/refunds/refunds.rules.ts';

/** A member's work. */
export interface Worked {
  id: string;
  user_id: string;
  service_id: string;
}

export interface Means {
  currency: string;
  now: string;
  /** An addition to the service's name in the payment's description. */
  note?: string;
}

/** The rows to be written, and the work left after their transaction. */
export interface OverageDecision {
  /** Minutes of the work paid by card, which are not in the ledger. */
  minutes: number;
  /** The agreement, if it is new. */
  first: OverageTable | null;
  /** The changes of an agreement that was there. */
  change: Partial<OverageTable> | null;
  /** A payment that is begun, to be charged. */
  charge: PaymentTable | null;
  /** The payment that is to be cancelled or refunded. */
  retired: string | null;
  /** The same payment, if its refund is decided now. */
  refunding: string | null;
  /** The notice of money that comes back without a new charge. */
  returned: { occasion: string; news: BillingNews } | null;
  /** The sums to be charged and to be refunded. */
  chargeCents: number;
  backCents: number;
}

const asItWas = {
  first: null,
  change: null,
  charge: null,
  retired: null,
  refunding: null,
  returned: null,
  chargeCents: 0,
  backCents: 0,
};

/**
 * Decides which part of work that is done, or was cancelled late, is paid by card under the agreement; 0 minutes of
 * work take it back. An agreement about longer work ends if the work was not longer. A charge stays while so much
 * work was done; otherwise it is refunded whole and the rest is charged anew.
 * @param work.freeMinutes the member's hours, including those that the booking uses already
 */
export function decideOverage(
  facts: OverageFacts,
  booking: Worked & { estimated_minutes: number },
  work: { freeMinutes: number; actualMinutes: number },
  means: Means,
): OverageDecision {
  const { agreed } = facts;
  if (!agreed) return { ...asItWas, minutes: 0 };
  const longer = Math.max(0, work.actualMinutes - booking.estimated_minutes);
  const extra_minutes = Math.min(agreed.extra_minutes, longer);
  const most = agreed.minutes + extra_minutes;
  const before = Math.min(agreed.charged_minutes, most);
  const wanted = paidMinutes(most, work);
  const minutes = work.actualMinutes >= before ? Math.max(before, wanted) : wanted;
  return recharge(facts, booking, { ...agreed, extra_minutes }, minutes, means);
}

/**
 * Lets the card pay more of done work, as its customer has agreed now; 0 minutes change nothing.
 * @param more.price the price of an hour agreed to now; an earlier agreement about the booking keeps its own
 */
export function decideMoreOverage(
  facts: OverageFacts,
  booking: Worked,
  more: { minutes: number; price: HourPrice | null },
  means: Means,
): OverageDecision {
  const { agreed } = facts;
  if (!more.price || more.minutes === 0) return { ...asItWas, minutes: agreed?.charged_minutes ?? 0 };
  const { hourCents: hour_cents, tier } = more.price;
  const priced = { hour_cents, tier, agreed_at: means.now };
  if (!agreed) {
    const first = { ...unpaid, ...priced, booking_id: booking.id, user_id: booking.user_id };
    const extended = { ...first, extra_minutes: more.minutes };
    const { change, ...decided } = recharge(facts, booking, extended, more.minutes, means);
    return { ...decided, first: { ...extended, ...change }, change: null };
  }
  const extra_minutes = agreed.extra_minutes + more.minutes;
  const extended = { ...agreed, extra_minutes, ...(!isInForce(agreed) && priced) };
  return recharge(facts, booking, extended, agreed.charged_minutes + more.minutes, means);
}

const unpaid = { minutes: 0, amount_cents: 0, payment_id: null, charged_minutes: 0, owed_since: null };

/** Makes the minutes of done work paid by card equal `minutes`, under the agreement as it is from now on. */
function recharge(
  { standing, period, serviceName, isGone, paymentId }: OverageFacts,
  booking: Worked,
  agreed: OverageTable,
  minutes: number,
  { currency, now, note = '' }: Means,
): OverageDecision {
  const { extra_minutes, hour_cents, tier, agreed_at } = agreed;
  const change = { extra_minutes, hour_cents, tier, agreed_at };
  if (minutes === agreed.charged_minutes) return { ...asItWas, change, minutes };
  const { isDue, isDecidedNow } = refundWhole(standing?.payment);
  const returns = isDue ? standing : null;
  const backCents = returns?.restCents ?? 0;
  const { hourCents } = chargedPrice({ agreedAt: agreed_at, hourCents: hour_cents, tier }, period);
  const chargeCents = centsOf(hourCents, minutes);
  const payment = {
    id: paymentId,
    user_id: booking.user_id,
    service_id: booking.service_id,
    past_booking_id: booking.id,
    amount_cents: chargeCents,
    currency,
    description: `${isolated(serviceName)}${note}: ${inWords(minutes)} past your hours`,
  };
  const charge = minutes > 0 ? newPayment(payment, now) : null;
  // A new charge says itself that it replaces the earlier one.
  const returnedPayment = returns && !charge && backCents > 0 && !isGone ? returns.payment : null;
  return {
    minutes,
    first: null,
    change: { ...change, payment_id: charge?.id ?? null, charged_minutes: minutes, owed_since: null },
    charge,
    retired: agreed.payment_id,
    refunding: isDecidedNow ? agreed.payment_id : null,
    returned: returnedPayment && {
      occasion: `returned:${returnedPayment.id}`,
      news: { what: 'work_returned', description: returnedPayment.description, amountCents: backCents },
    },
    chargeCents,
    backCents,
  };
}

const inWords = (minutes: number): string => `${Math.round((minutes / 60) * 100) / 100} h`;
