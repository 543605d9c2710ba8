import type Stripe from 'stripe';
import type { Db } from '../../../api/db/database.ts';
import type { SubscriptionTable } from '../../../api/features/records/subscription/subscription.table.ts';
import { givenBack, heldByBanks } from './given-back.ts';
import {
  boughtLine,
  boughtTier,
  chargedTier,
  endsWithPeriod,
  type ProviderBooks,
  paidInvoicesOf,
  periodEndOf,
} from './provider.ts';

const isRunning = ({ status }: { status: string }): boolean => status === 'active' || status === 'past_due';

/** Checks plans and their invoices: one plan each, as it is there, and no cancellation lost. */
export async function planDifferences(db: Db, there: ProviderBooks): Promise<string[]> {
  const lines: string[] = [];
  const rows = await db.selectFrom('subscriptions').selectAll().execute();
  const live = new Map<string, number>();
  for (const subscription of there.subscriptions) {
    const { id, status } = subscription;
    const row = rows.find(({ provider_id }) => provider_id === id);
    if (!row) {
      // Begun with a lost answer: nobody can pay it, and it expires by itself.
      if (!['incomplete', 'incomplete_expired', 'canceled'].includes(status))
        lines.push(`${id}: ${status}, unknown here`);
      continue;
    }
    const runs = isRunning(subscription);
    if (isRunning(row) !== runs) lines.push(`${id}: ${row.status} here, ${status} there`);
    if (!runs) continue;
    live.set(row.user_id, (live.get(row.user_id) ?? 0) + 1);
    lines.push(...planDifference(row, subscription, there));
  }
  for (const [user, count] of live) if (count > 1) lines.push(`${user}: ${count} plans`);
  const open = await db.selectFrom('plan_changes').select('id').where('status', '=', 'open').execute();
  return [
    ...lines,
    ...open.map(({ id }) => `plan change ${id} is still open`),
    ...(await invoiceDifferences(db, there)),
    ...(await doubleCharges(db)),
  ];
}

function planDifference(
  row: SubscriptionTable,
  subscription: Stripe.Subscription,
  { invoices }: ProviderBooks,
): string[] {
  const lines: string[] = [];
  const { id, pending_update } = subscription;
  const end = periodEndOf(subscription);
  // A price that we do not know leaves the member the plan that they have.
  const charged = chargedTier(subscription);
  const paid = paidInvoicesOf(invoices, id).find(
    (invoice) => boughtTier(invoice) && boughtLine(invoice)?.period.end === end,
  );
  const tier = (paid && boughtTier(paid)) ?? charged ?? row.tier;
  if (row.tier !== tier) lines.push(`${id}: ${row.tier} here, ${tier} paid there`);
  const next = endsWithPeriod(subscription) ? null : (charged ?? tier);
  if (row.next_tier !== next) lines.push(`${id}: next ${row.next_tier} here, ${next} there`);
  if (Date.parse(row.current_period_end ?? '') !== end * 1000)
    lines.push(`${id}: until ${row.current_period_end} here, ${end} there`);
  if (pending_update) lines.push(`${id}: an update is still pending`);
  return lines;
}

async function invoiceDifferences(db: Db, there: ProviderBooks): Promise<string[]> {
  const rows = await db.selectFrom('invoices').selectAll().execute();
  const here = new Map(rows.map((row) => [row.id, row]));
  const { open } = heldByBanks(there.disputes);
  const lines: string[] = [];
  for (const { id, status, amount_paid } of there.invoices) {
    const row = here.get(id);
    const isPaidHere = row?.status === 'paid';
    if (status === 'paid' && !(isPaidHere && row.amount_paid_cents === amount_paid))
      lines.push(`invoice ${id}: ${row?.amount_paid_cents} ${row?.status} here, ${amount_paid} paid`);
    if (status !== 'paid' && isPaidHere) lines.push(`invoice ${id}: paid here, ${status} there`);
    if (!row) continue;
    const intent = there.intentOfInvoice.get(id);
    const back = givenBack(intent, there);
    if (row.refunded_cents !== back)
      lines.push(`invoice ${id}: ${row.refunded_cents} given back here, ${back} there`);
    if (row.refund_state === 'due' && !open.has(intent ?? ''))
      lines.push(`invoice ${id}: its refund is still due`);
  }
  return lines;
}

/** Finds people who pay for two running plans without a refund of one. */
async function doubleCharges(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('invoices as i')
    .innerJoin('subscriptions as s', 's.id', 'i.subscription_id')
    .select(({ fn }) => ['i.user_id', fn.countAll<number>().as('n')])
    .where('i.status', '=', 'paid')
    .where('i.billing_reason', '=', 'subscription_create')
    .where('i.refund_state', 'is', null)
    .where('s.status', '!=', 'ended')
    .groupBy('i.user_id')
    .execute();
  return rows.filter(({ n }) => Number(n) > 1).map(({ user_id, n }) => `${user_id}: charged for ${n} plans`);
}
