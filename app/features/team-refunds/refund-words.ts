import { refundReason } from '../../../api/contract/rules/refund-terms.ts';
import type { ChargeDetail } from '../../../api/contract/schemas/refunds.ts';
import { ApiError } from '../../lib/api.ts';
import { centsTyped, formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { reasonOf } from '../../lib/reason.ts';

export interface RefundFields {
  /** In the currency, as typed. */
  amount: string;
  reason: string;
}
export type RefundProblems = Partial<Record<'amountCents' | 'reason', string>>;

/** What keeps a refund from being made; empty if nothing does. */
export function problemsOf({ amount, reason }: RefundFields, leftCents: number): RefundProblems {
  const problems: RefundProblems = {};
  const cents = centsTyped(amount);
  if (cents === null)
    problems.amountCents = amount.includes(',')
      ? 'Please write the amount with a point, such as 1,250.50'
      : 'Please enter an amount, such as 20 or 20.50';
  else if (cents < 1) problems.amountCents = 'Please enter more than nothing';
  else if (cents > leftCents) problems.amountCents = `At most ${formatMoney(leftCents)} can be refunded`;
  if (reason.trim().length < refundReason.min)
    problems.reason = 'Please say in a few words why; the customer reads it';
  return problems;
}

/** The amount as it was understood, if it can be refunded. */
export function amountOf(typed: string, leftCents: number): number | null {
  const cents = centsTyped(typed);
  return cents !== null && cents > 0 && cents <= leftCents ? cents : null;
}

/** The words of the button. */
export const refundText = (cents: number | null): string =>
  cents === null ? 'Refund' : `Refund ${formatMoney(cents)}`;

const brands: Record<string, string | undefined> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
};

/** 'Visa ending in 4242' */
export const cardText = (card: ChargeDetail['card']): string =>
  card ? `${brands[card.brand] ?? 'card'} ending in ${card.last4}` : 'the card that paid';

/** What a refund leaves as it is. Another release may name a kind or an obstacle that these tables lack. */
const stays: Record<ChargeDetail['kind'], string> = {
  service: 'The booking stays as it is.',
  quote: 'The booking stays as it is.',
  past_hours: 'The booking and its hours stay as they are.',
  plan: 'The plan goes on, and the same share of its unused hours goes.',
};

/** The effects of a refund, a line each. */
export function effectsOf(charge: ChargeDetail, cents: number): string[] {
  const rest = charge.leftCents - cents;
  return [
    `${formatMoney(cents)} goes back to ${cardText(charge.card)}.`,
    rest > 0
      ? `${formatMoney(rest)} of it can still be refunded later.`
      : 'Nothing of it is left after that.',
    stays[charge.kind] ?? 'What was paid for stays as it is.',
    oneText`${charge.customer.name || 'The customer'} is told by mail and notification, with the reason. The audit log keeps that you did this.`,
  ];
}

const blocks: Record<NonNullable<ChargeDetail['blocked']>, string> = {
  nothing_left: 'Nothing of this payment is left to refund.',
  disputed:
    'This payment is disputed at the bank, which decides about the money. Nothing can be refunded until then.',
  deleted: 'This account was deleted. Please refund it in the card provider’s dashboard.',
};
export const blockText = (blocked: NonNullable<ChargeDetail['blocked']>): string =>
  blocks[blocked] ?? 'This payment cannot be refunded here now. Please reload the page to read why.';

/** The reason for a failure; the provider's own silence is named, because it passes. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError && error.code === 'payment_unavailable'
    ? 'The card provider does not answer just now. Nothing was refunded. Please try again.'
    : reasonOf(error);
