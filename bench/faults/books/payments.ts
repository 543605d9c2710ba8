import type Stripe from 'stripe';
import type { Db } from '../../../api/db/database.ts';
import { givenBack, heldByBanks } from './given-back.ts';
import { byOwner, type ProviderBooks } from './provider.ts';

/** Checks each card payment: one intent, one booking or a refund, and what was given back. */
export async function paymentDifferences(db: Db, there: ProviderBooks): Promise<string[]> {
  const lines: string[] = [];
  const held = heldByBanks(there.disputes);
  const rows = await db.selectFrom('payments').selectAll().execute();
  const bookings = await db
    .selectFrom('bookings')
    .select(['id', 'payment_id', 'status'])
    .where('payment_id', 'is not', null)
    .execute();
  const charged = await db.selectFrom('past_hours').select('payment_id').execute();
  for (const row of rows) {
    const intents = there.intents.filter(({ metadata }) => metadata.paymentId === row.id);
    const [intent] = intents;
    const isPast = row.past_booking_id !== null;
    const booked = (isPast ? charged : bookings).filter(({ payment_id }) => payment_id === row.id);
    // A cancelled booking stays in the books, as cancelled.
    const standing = booked.filter((of) => !('status' in of) || of.status !== 'cancelled').length;
    const ours = there.refunds.filter(
      ({ payment_intent, metadata }) => payment_intent === intent?.id && metadata?.by !== byOwner.by,
    );
    const returnedCents = givenBack(intent?.id, there);
    if (returnedCents !== row.refunded_cents)
      lines.push(`payment ${row.id}: ${row.refunded_cents} given back here, ${returnedCents} there`);
    if (intents.length > 1) lines.push(`payment ${row.id}: ${intents.length} intents`);
    if (ours.length > 1) lines.push(`payment ${row.id}: ${ours.length} refunds of ours`);
    if (ours.length && standing) lines.push(`payment ${row.id}: refunded by us, and booked`);
    const isWhole = returnedCents >= row.amount_cents;
    // Cancelled while the bank holds the money: nothing is left to refund until it decides.
    const back = !isWhole && held.open.has(intent?.id ?? '') ? 'refunding' : 'refunded';
    const should =
      intent?.status === 'succeeded' ? (standing ? 'booked' : back) : (intent?.status ?? 'starting');
    if (!agrees(row, should, intent)) lines.push(`payment ${row.id}: ${row.status} here, ${should} there`);
    // Work that no card pays stands without its payment (past.ts).
    const isOwed = isPast && row.status === 'awaiting';
    if (booked.length > 1 || (standing !== (should === 'booked' ? 1 : 0) && !isOwed))
      lines.push(`payment ${row.id}: ${standing} of ${booked.length} bookings, ${should}`);
    if (intent && intent.amount !== row.amount_cents)
      lines.push(`payment ${row.id}: ${row.amount_cents} here, ${intent.amount} there`);
  }
  return lines;
}

function agrees(
  { status, intent_id }: { status: string; intent_id: string | null },
  should: string,
  intent: Stripe.PaymentIntent | undefined,
): boolean {
  return (
    should === status ||
    (status === 'awaiting' && should.startsWith('requires_')) ||
    (status === 'starting' && !intent) ||
    // Taken back, or left for a day, before the provider knew of it or before its answer, so its intent is unknown.
    (status === 'canceled' && (!intent || (intent_id === null && should === 'requires_payment_method')))
  );
}
