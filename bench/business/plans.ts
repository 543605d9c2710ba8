import { randomUUID } from 'node:crypto';
import { type FirstTier, plans, planTiers } from '../../api/contract/rules/plans.ts';
import { invoiceRow } from '../../api/testing/builders/invoices.ts';
import { dayMs, insert, iso, pick, type World } from './rows.ts';

const monthMs = 30 * dayMs;

/** Three in five customers have been members for three months and have used some hours. */
export async function addPlans({ db, now }: World, customers: string[]): Promise<void> {
  const members = customers.filter((_, n) => n % 5 < 3).map((user_id, n) => member(user_id, n, now));
  const periods = members.flatMap((of, n) => [0, 1, 2].map((month) => ({ ...of, n, month })));
  const grants = periods.map(grant);
  await insert(db, 'subscriptions', members.map(subscription));
  await insert(db, 'invoices', periods.map(invoice));
  await insert(db, 'hour_grants', grants);
  await insert(db, 'hour_entries', ledgers(grants, await workOn(db), now));
}

interface Member {
  id: string;
  user_id: string;
  tier: FirstTier;
  began: number;
  running: number;
}
interface Period extends Member {
  n: number;
  month: number;
}

function member(user_id: string, n: number, now: number): Member {
  const began = now - 2.5 * monthMs - (n % 20) * 3_600_000;
  return { id: randomUUID(), user_id, tier: pick(planTiers, n), began, running: began + 2 * monthMs };
}

const subscription = ({ id, user_id, tier, began, running }: Member, n: number) => ({
  id,
  user_id,
  provider_id: `sub_bench_${n}`,
  tier,
  version_id: tier,
  next_tier: tier,
  next_version_id: tier,
  status: n % 25 === 4 ? ('past_due' as const) : ('active' as const),
  current_period_start: iso(running),
  current_period_end: iso(running + monthMs),
  cancel_at_period_end: 0,
  leaving: 0,
  revision: 0,
  created_at: iso(began),
  updated_at: iso(running),
});

const invoice = ({ id, user_id, tier, began, n, month }: Period) =>
  invoiceRow({
    id: `in_bench_${n}_${month}`,
    user_id,
    subscription_id: id,
    amount_paid_cents: plans[tier].priceCents,
    amount_due_cents: plans[tier].priceCents,
    description: `${plans[tier].name} Plan – ${plans[tier].hours} hours`,
    billing_reason: month === 0 ? 'subscription_create' : 'subscription_cycle',
    period_start: iso(began + month * monthMs),
    period_end: iso(began + (month + 1) * monthMs),
    created_at: iso(began + month * monthMs),
    paid_at: iso(began + month * monthMs),
  });

const grant = ({ id, user_id, tier, began, n, month }: Period) => ({
  id: randomUUID(),
  user_id,
  invoice_id: `in_bench_${n}_${month}`,
  subscription_id: id,
  kind: 'period' as const,
  tier,
  version_id: tier,
  minutes: plans[tier].hours * 60,
  period_start: iso(began + month * monthMs),
  period_end: iso(began + (month + 1) * monthMs),
  expires_at: iso(began + (month + 4) * monthMs),
  created_at: iso(began + month * monthMs),
});
type Grant = ReturnType<typeof grant>;

const workOn = (db: World['db']) =>
  db
    .selectFrom('bookings')
    .select(['id', 'user_id', 'actual_minutes', 'completed_date'])
    .where('payment_type', '=', 'subscription')
    .where('status', '=', 'completed')
    .orderBy('created_at')
    .execute();
type Work = Awaited<ReturnType<typeof workOn>>[number];

function ledgers(grants: Grant[], worked: Work[], now: number) {
  const works = Map.groupBy(worked, ({ user_id }) => user_id);
  const granted = Map.groupBy(grants, ({ user_id }) => user_id);
  return [...granted].flatMap(([user_id, usersGrants]) =>
    linesOf(usersGrants, works.get(user_id) ?? [], now).map((line, n) => ({
      ...line,
      id: randomUUID(),
      user_id,
      seq: n + 1,
      reverses_id: null,
      recorded_at: line.at,
    })),
  );
}

interface Line {
  grant_id: string | null;
  booking_id: string | null;
  kind: 'grant' | 'overage' | 'use';
  minutes: number;
  at: string;
}

/** Work before these grants is past the balance, so that the ledger is as long as the member's work. */
function linesOf(grants: Grant[], works: Work[], now: number): Line[] {
  const granted = grants.map(
    ({ id, minutes, created_at }): Line => ({
      grant_id: id,
      booking_id: null,
      kind: 'grant',
      minutes,
      at: created_at,
    }),
  );
  const used = works.map(({ id, actual_minutes, completed_date }): Line => {
    const at = completed_date ?? iso(now);
    const from = grants.findLast(({ created_at }) => created_at <= at);
    return {
      grant_id: from?.id ?? null,
      booking_id: id,
      kind: from ? 'use' : 'overage',
      minutes: -Math.min(actual_minutes ?? 0, 60),
      at,
    };
  });
  return [...granted, ...used].sort((a, b) => (a.at < b.at ? -1 : 1));
}
