import type Stripe from 'stripe';
import { type FirstTier, plans } from '../../../api/contract/rules/plans.ts';
import type { Db } from '../../../api/db/database.ts';
import { boughtLine, boughtTier, type ProviderBooks, tierOf } from './provider.ts';
import { refundedHoursDifferences } from './refunded-hours.ts';

const minutesOf = (tier: FirstTier | null): number => (tier ? plans[tier].hours * 60 : 0);

/**
 * Checks that each paid invoice granted its minutes once, that no hours were granted without one, and that the
 * ledger has just these minutes. Each invoice and its minutes are derived anew from the provider's books.
 */
export async function grantDifferences(db: Db, there: ProviderBooks): Promise<string[]> {
  const grants = await db.selectFrom('hour_grants').selectAll().execute();
  const rows = await db.selectFrom('invoices').select(['id', 'refund_state']).execute();
  const wasted = new Set(rows.filter(({ refund_state }) => refund_state).map(({ id }) => id));
  const lines: string[] = [];
  const paid = there.invoices.filter(({ status }) => status === 'paid');
  const should = new Map<string, number>();
  for (const [, invoices] of Map.groupBy(paid, ({ parent }) => parent?.subscription_details?.subscription))
    for (const [id, minutes] of minutesByInvoice(invoices.toReversed())) should.set(id, minutes);
  for (const { id } of paid) {
    const given = grants.filter(({ invoice_id }) => invoice_id === id);
    if (given.length !== (wasted.has(id) ? 0 : 1)) lines.push(`invoice ${id}: granted ${given.length} times`);
  }
  for (const { id, invoice_id, minutes } of grants)
    if (minutes !== should.get(invoice_id))
      lines.push(`grant ${id}: ${minutes} minutes instead of ${should.get(invoice_id)} paid there`);
  const entries = await db
    .selectFrom('hour_entries')
    .select(({ fn }) => ['grant_id', fn.sum<number>('minutes').as('minutes')])
    .where('kind', '=', 'grant')
    .groupBy('grant_id')
    .execute();
  for (const grant of grants) {
    const entered = Number(entries.find(({ grant_id }) => grant_id === grant.id)?.minutes ?? 0);
    if (entered !== grant.minutes) lines.push(`grant ${grant.id}: ${entered} entered of ${grant.minutes}`);
  }
  return [...lines, ...(await refundedHoursDifferences(db))];
}

/**
 * A period grants all minutes of its plan. An upgrade within it grants the share of the difference to its largest plan
 * so far for which it was charged. An unknown product is worth the plan that was there before.
 * @param invoices the paid ones of a subscription, oldest first
 */
function minutesByInvoice(invoices: Stripe.Invoice[]): [string, number][] {
  const periods = new Map<number, { start: number; most: number }>();
  let last: FirstTier | null = null;
  return invoices.map((invoice) => {
    const line = boughtLine(invoice);
    const { start, end } = line?.period ?? { start: 0, end: 0 };
    const tier = boughtTier(invoice) ?? last;
    last = tier;
    const before = periods.get(end);
    if (invoice.billing_reason !== 'subscription_update') {
      periods.set(end, { start, most: minutesOf(tier) });
      return [invoice.id, minutesOf(tier)];
    }
    const from = tierOf(invoice.lines.data.find(({ amount }) => amount < 0)?.pricing?.price_details?.product);
    const most = Math.max(before?.most ?? 0, minutesOf(from));
    const share = before ? (end - start) / (end - before.start) : 0;
    periods.set(end, { start: before?.start ?? start, most: Math.max(most, minutesOf(tier)) });
    return [invoice.id, Math.max(0, Math.round((minutesOf(tier) - most) * share))];
  });
}
