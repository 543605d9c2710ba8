import type Stripe from 'stripe';
import type { FirstTier } from '../../../api/contract/rules/plans.ts';
import type { Db } from '../../../api/db/database.ts';
import { hourCents as priceOfHour } from '../../../api/features/records/plans/plans.rules.ts';
import { firstVersion } from '../../../api/testing/builders/first-version.ts';
import { boughtLine, boughtTier, chargedTier, endsWithPeriod, type ProviderBooks } from './provider.ts';

/**
 * The time, in seconds, for which the product may not know of a change there: an event is lost, the server is dead,
 * and a round of the jobs finds it.
 */
const lagSeconds = 180;
const hourCents = (tier: FirstTier): number => priceOfHour(firstVersion(tier));

/** The time by which the two processes' clocks may differ. */
const skewSeconds = 2;

interface Paid {
  at: number;
  start: number;
  end: number;
  tier: FirstTier | null;
  isPeriod: boolean;
}

/**
 * Checks the price of every hour past a plan, by the provider's books alone. An agreed hour costs the dearest of the
 * plan that paid for the last period, the plan then and the plan to follow. It is charged at that price, or at the
 * price of the plan that has since paid for the period of the work, if that is cheaper. So nobody who changes plans
 * pays less for equal visits. While the product may not know of a change yet, the price before it and the price after
 * it are right.
 */
export async function priceDifferences(db: Db, there: ProviderBooks): Promise<string[]> {
  const rows = await db
    .selectFrom('past_hours as h')
    .innerJoin('bookings as b', 'b.id', 'h.booking_id')
    .leftJoin('payments as p', 'p.id', 'h.payment_id')
    .select(['h.booking_id', 'h.user_id', 'h.agreed_at', 'h.hour_cents', 'h.charged_minutes', 'h.minutes'])
    .select(['b.completed_date', 'b.status', 'p.amount_cents', 'p.created_at as charged_at'])
    .execute();
  const cancelled = await db
    .selectFrom('booking_status_changes')
    .select(['booking_id', 'at'])
    .where('to_status', '=', 'cancelled')
    .orderBy('seq')
    .execute();
  const plans = await db.selectFrom('subscriptions').select(['user_id', 'provider_id']).execute();
  const lines: string[] = [];
  for (const row of rows) {
    if (row.minutes === 0 && row.charged_minutes === 0) continue;
    const planIds = plans
      .filter(({ user_id }) => user_id === row.user_id)
      .map(({ provider_id }) => provider_id);
    const paid = paidOf(there.invoices, planIds);
    const history = there.history.filter(({ subscription }) => planIds.includes(subscription.id));
    const agreedAt = seconds(row.agreed_at);
    const rule = pricesAt(agreedAt, paid, history);
    if (!rule.has(row.hour_cents))
      lines.push(`booking ${row.booking_id}: ${row.hour_cents} an hour instead of ${[...rule].join(' or ')}`);
    if (row.charged_minutes === 0) continue;
    const done = row.completed_date ?? cancelled.findLast((step) => step.booking_id === row.booking_id)?.at;
    const prices = chargedPrices(row.hour_cents, paid, {
      agreedAt,
      workedAt: seconds(done ?? row.agreed_at),
      chargedAt: seconds(row.charged_at ?? row.agreed_at),
    });
    const sums = prices.map((cents) => Math.round((cents * row.charged_minutes) / 60));
    if (!sums.includes(row.amount_cents ?? 0))
      lines.push(`booking ${row.booking_id}: ${row.amount_cents} charged instead of ${sums.join(' or ')}`);
  }
  return lines;
}

const seconds = (instant: string): number => Date.parse(instant) / 1000;

/** The paid invoices of a member's plans, oldest first. */
function paidOf(invoices: Stripe.Invoice[], subscriptions: (string | null)[]): Paid[] {
  return invoices
    .filter(
      ({ status, parent }) =>
        status === 'paid' && subscriptions.includes(String(parent?.subscription_details?.subscription ?? '')),
    )
    .map((invoice) => ({
      at: invoice.status_transitions.paid_at ?? invoice.created,
      start: boughtLine(invoice)?.period.start ?? 0,
      end: boughtLine(invoice)?.period.end ?? 0,
      tier: boughtTier(invoice),
      isPeriod: invoice.billing_reason !== 'subscription_update',
    }))
    .toReversed();
}

/** The right prices of an hour agreed to at a time: one, unless a plan changed shortly before. */
function pricesAt(at: number, paid: Paid[], history: ProviderBooks['history']): Set<number> {
  const prices = new Set<number>();
  const moments = [
    ...paid.map((each) => each.at),
    ...paid.map((each) => each.end),
    ...history.map((each) => each.at),
  ];
  const changes = moments.filter((moment) => moment > at - lagSeconds && moment <= at + skewSeconds);
  // Within a second several things happen, in an order that the books do not tell.
  const instants = [at, ...changes.flatMap((moment) => [moment - 1, moment])];
  const began = new Set(instants.map((instant) => beganWith(instant, paid)));
  const states = new Set(history.filter((each) => each.at > at - lagSeconds && each.at <= at + skewSeconds));
  const before = history.findLast((each) => each.at <= at - lagSeconds);
  if (before) states.add(before);
  const ahead = [...states].map(({ subscription }) => ({
    charged: chargedTier(subscription),
    ends: endsWithPeriod(subscription),
  }));
  const nows = new Set([
    ...instants.map((instant) => nowWith(instant, paid)),
    ...ahead.map((each) => each.charged),
  ]);
  for (const first of began)
    for (const now of nows)
      for (const { charged, ends } of ahead) {
        const next = ends ? null : (charged ?? now);
        const tiers = [first, now, next].filter((tier) => tier !== null);
        if (tiers.length) prices.add(Math.max(...tiers.map(hourCents)));
      }
  return prices;
}

/** The plan that paid for the last period that had begun and was paid by then. */
const beganWith = (at: number, paid: Paid[]): FirstTier | null =>
  paid
    .filter((each) => each.isPeriod && each.at <= at && each.start <= at && each.tier)
    .reduce<Paid | null>((last, each) => (!last || each.start >= last.start ? each : last), null)?.tier ??
  null;

/** The plan paid for last, if its time has not passed. */
const nowWith = (at: number, paid: Paid[]): FirstTier | null =>
  paid.findLast((each) => each.at <= at && each.end > at && each.tier)?.tier ?? null;

function chargedPrices(
  agreed: number,
  paid: Paid[],
  { agreedAt, workedAt, chargedAt }: { agreedAt: number; workedAt: number; chargedAt: number },
): number[] {
  const period = paid
    .filter(
      (each) =>
        each.isPeriod && each.start <= workedAt && each.end > workedAt && each.at <= chargedAt + skewSeconds,
    )
    .at(-1);
  if (!period?.tier || period.at + lagSeconds < agreedAt || hourCents(period.tier) >= agreed) return [agreed];
  const cheaper = hourCents(period.tier);
  // Near the agreement or the charge, the product may have learned of the payment just before or just after.
  const isSure = period.at > agreedAt + skewSeconds && period.at < chargedAt - lagSeconds;
  return isSure ? [cheaper] : [cheaper, agreed];
}
