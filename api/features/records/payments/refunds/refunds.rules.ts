import type { Refunds } from '../../../../providers/payments/payments.ts';
import type { PaymentTable } from '../payments.table.ts';
import type { RefundTable } from './refunds.table.ts';

/**
 * The provider's refunds with the sum that people have refunded in another way, which it does not know. Both together
 * are at most the charge, although somebody may have refunded more of it in the provider's dashboard.
 */
export function withByHand(read: Refunds, byHandCents: number): Refunds {
  const cents = Math.min(byHandCents, read.leftCents);
  return { ...read, givenCents: read.givenCents + cents, leftCents: read.leftCents - cents };
}

/** The rest of a charge, which refunding it whole would promise; the parts on their way were promised before. */
export const restOf = (charge: {
  amount_cents: number;
  refunded_cents: number;
  on_the_way_cents: number;
}): number => Math.max(0, charge.amount_cents - charge.refunded_cents - charge.on_the_way_cents);

/**
 * Whether a payment that is to go back whole booked something, so that there is anything to refund, and whether its
 * refund is decided only now.
 */
export const refundWhole = (
  payment: { status: PaymentTable['status'] } | undefined,
): { isDue: boolean; isDecidedNow: boolean } => ({
  isDue: payment?.status === 'booked' || payment?.status === 'refunding',
  isDecidedNow: payment?.status === 'booked',
});

/** The provider's refund of this part that was made or is under way; `undefined` if there is none. */
export const standingOf = (id: string, { parts }: Pick<Refunds, 'parts'>) =>
  parts.find(({ refundId, state }) => refundId === id && state !== 'failed');

/** How often this part has failed at the provider. */
export const failuresOf = (id: string, { parts }: Pick<Refunds, 'parts'>): number =>
  parts.filter(({ refundId, state }) => refundId === id && state === 'failed').length;

/**
 * The state of a part after the refunds of its charge were read. If all of the charge went back, the part did, too:
 * its booking was cancelled, or the owner refunded the rest by hand. A read that does not know the part may be older
 * than it.
 */
export function stateAfter(
  { id, state, by_hand }: Pick<RefundTable, 'id' | 'state' | 'by_hand'>,
  read: Refunds,
): RefundTable['state'] {
  if (by_hand) return 'made';
  const standing = standingOf(id, read);
  if (standing) return standing.state === 'made' ? 'made' : 'under_way';
  if (read.leftCents === 0 && read.pendingCents === 0) return 'made';
  return failuresOf(id, read) > 0 ? 'due' : state;
}

/** The rest that no part asks for by itself, so that a whole refund which came back would return it. */
export const leftBeside = (
  rows: readonly Pick<RefundTable, 'id' | 'amount_cents' | 'state' | 'by_hand'>[],
  read: Refunds,
): number =>
  rows
    .filter((row) => stateAfter(row, read) === 'due')
    .reduce((left, { amount_cents }) => left - amount_cents, read.leftCents);

/** The sum of decided parts that the read does not know yet. */
export const unknownCents = (
  rows: readonly Pick<RefundTable, 'id' | 'amount_cents' | 'by_hand'>[],
  read: Pick<Refunds, 'parts'>,
): number =>
  rows
    .filter(({ id, by_hand }) => !by_hand && !standingOf(id, read))
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
