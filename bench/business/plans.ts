import { randomUUID } from 'node:crypto';
import { type PlanTier, plans, planTiers } from '../../api/contract/facts/plans.ts';
import { dayMs, insert, iso, pick, type World } from './rows.ts';

/** Three in five customers have been members for three months and have used some hours. */
export async function addPlans({ db, now }: World, customers: string[]): Promise<void> {
  const members = customers.filter((_, n) => n % 5 < 3);
  const monthMs = 30 * dayMs;
  const plan = (user_id: string, n: number) => {
    const tier: PlanTier = pick(planTiers, n);
    const began = now - 2.5 * monthMs - (n % 20) * 3_600_000;
    return { id: randomUUID(), user_id, tier, began, running: began + 2 * monthMs };
  };
  const all = members.map(plan);
  await insert(
    db,
    'subscriptions',
    all.map(({ id, user_id, tier, began, running }, n) => ({
      id,
      user_id,
      provider_id: `sub_bench_${n}`,
      tier,
      next_tier: tier,
      status: n % 25 === 4 ? ('past_due' as const) : ('active' as const),
      current_period_start: iso(running),
      current_period_end: iso(running + monthMs),
      cancel_at_period_end: 0,
      leaving: 0,
      revision: 0,
      created_at: iso(began),
      updated_at: iso(running),
    })),
  );
  const periods = all.flatMap((member, n) => [0, 1, 2].map((month) => ({ ...member, n, month })));
  await insert(
    db,
    'invoices',
    periods.map(({ id, user_id, tier, began, n, month }) => ({
      id: `in_bench_${n}_${month}`,
      user_id,
      subscription_id: id,
      amount_paid_cents: plans[tier].priceCents,
      amount_due_cents: plans[tier].priceCents,
      refunded_cents: 0,
      refund_state: null,
      refund_trouble: null,
      refund_tries: 0,
      refund_by_hand: 0,
      next_attempt_at: null,
      currency: 'aud',
      description: `${plans[tier].name} Plan – ${plans[tier].hours} hours`,
      status: 'paid' as const,
      billing_reason: month === 0 ? 'subscription_create' : 'subscription_cycle',
      hosted_invoice_url: null,
      period_start: iso(began + month * monthMs),
      period_end: iso(began + (month + 1) * monthMs),
      created_at: iso(began + month * monthMs),
      paid_at: iso(began + month * monthMs),
    })),
  );
  const grants = periods.map(({ id, user_id, tier, began, n, month }) => ({
    id: randomUUID(),
    user_id,
    invoice_id: `in_bench_${n}_${month}`,
    subscription_id: id,
    kind: 'period' as const,
    tier,
    minutes: plans[tier].hours * 60,
    period_start: iso(began + month * monthMs),
    period_end: iso(began + (month + 1) * monthMs),
    expires_at: iso(began + (month + 4) * monthMs),
    created_at: iso(began + month * monthMs),
  }));
  await insert(db, 'hour_grants', grants);
  const worked = await db
    .selectFrom('bookings')
    .select(['id', 'user_id', 'actual_minutes', 'completed_date'])
    .where('payment_type', '=', 'subscription')
    .where('status', '=', 'completed')
    .orderBy('created_at')
    .execute();
  const works = Map.groupBy(worked, ({ user_id }) => user_id);
  const granted = Map.groupBy(grants, ({ user_id }) => user_id);
  await insert(
    db,
    'hour_entries',
    [...granted].flatMap(([user_id, own]) => {
      // Work before these grants is past the balance, so that the ledger is as long as the member's work.
      const lines = [
        ...own.map((grant) => ({
          grant_id: grant.id as string | null,
          booking_id: null as string | null,
          kind: 'grant' as 'grant' | 'overage' | 'use',
          minutes: grant.minutes,
          at: grant.created_at,
        })),
        ...(works.get(user_id) ?? []).map(({ id, actual_minutes, completed_date }) => {
          const at = completed_date ?? iso(now);
          const grant = own.findLast(({ created_at }) => created_at <= at);
          return {
            grant_id: grant?.id ?? null,
            booking_id: id as string | null,
            kind: grant ? ('use' as const) : ('overage' as const),
            minutes: -Math.min(actual_minutes ?? 0, 60),
            at,
          };
        }),
      ].sort((a, b) => (a.at < b.at ? -1 : 1));
      return lines.map((line, n) => ({
        ...line,
        id: randomUUID(),
        user_id,
        seq: n + 1,
        reverses_id: null,
        recorded_at: line.at,
      }));
    }),
  );
}
