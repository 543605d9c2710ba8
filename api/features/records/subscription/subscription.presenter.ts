import type { Subscription } from '../../../contract/schemas/subscription.ts';
import { presentDescribed, presentOwn } from '../plans/plans.presenter.ts';
import type { PlanVersion } from '../plans/plans.rules.ts';
import type { PlanMoveTable } from './moves/moves.table.ts';
import type { PlanChangeTable, SubscriptionTable } from './subscription.table.ts';

const none: Subscription = {
  tier: 'none',
  status: 'none',
  currentPeriodStart: null,
  currentPeriodEnd: null,
  nextTier: null,
  pendingTier: null,
  owed: null,
};

export function presentSubscription(
  row: SubscriptionTable | null,
  more: {
    owed?: {
      amount_due_cents: number;
      next_attempt_at: string | null;
      hosted_invoice_url: string | null;
    } | null;
    change?: PlanChangeTable | undefined;
    /** The next planned move to another version of the same plan. */
    move?: Pick<PlanMoveTable, 'version_id' | 'at'> | undefined;
    /** The versions that the row, the change and the move name. */
    versions?: ReadonlyMap<string, PlanVersion>;
    /** The planned time of the deletion of the member's account. */
    leavesAt?: string | null;
    owedWork?: { booking_id: string; amount_cents: number; description: string }[];
    disputedSince?: string | undefined;
  } = {},
): Subscription {
  const always: Pick<Subscription, 'owedWork' | 'disputed'> = {
    ...(more.owedWork?.length && {
      owedWork: more.owedWork.map(({ booking_id: bookingId, amount_cents: amountCents, description }) => ({
        bookingId,
        amountCents,
        description,
      })),
    }),
    ...(more.disputedSince && { disputed: { since: more.disputedSince } }),
  };
  if (!row) return { ...none, ...always };
  return {
    ...always,
    tier: row.tier,
    status: row.status === 'past_due' ? 'past_due' : 'active',
    currentPeriodStart: row.current_period_start,
    currentPeriodEnd: row.current_period_end,
    nextTier: row.cancel_at_period_end ? null : row.next_tier,
    ...plansOf(row, more),
    ...withAccount(row, more.leavesAt),
    ...(more.leavesAt &&
      row.current_period_end &&
      more.leavesAt < row.current_period_end && { endsAt: more.leavesAt }),
    pendingTier: more.change?.kind === 'upgrade' ? more.change.tier : null,
    owed: more.owed
      ? {
          amountCents: more.owed.amount_due_cents,
          nextAttemptAt: more.owed.next_attempt_at,
          invoiceUrl: more.owed.hosted_invoice_url,
        }
      : null,
  };
}

function plansOf(
  row: SubscriptionTable,
  {
    versions,
    change,
    move,
  }: {
    versions?: ReadonlyMap<string, PlanVersion>;
    change?: PlanChangeTable | undefined;
    move?: Pick<PlanMoveTable, 'version_id' | 'at'> | undefined;
  },
): Pick<Subscription, 'plan' | 'nextPlan' | 'pendingPlan' | 'moves'> {
  const named = (id: string | null | undefined) => versions?.get(id ?? '');
  const [plan, next, pending] = [
    named(row.version_id),
    named(row.cancel_at_period_end ? null : row.next_version_id),
    named(change?.kind === 'upgrade' ? change.version_id : null),
  ];
  const moved = named(row.cancel_at_period_end ? null : move?.version_id);
  return {
    ...(plan && { plan: presentDescribed(plan) }),
    ...(next && { nextPlan: presentOwn(next) }),
    ...(pending && { pendingPlan: presentOwn(pending) }),
    ...(move && moved && row.next_tier === row.tier && { moves: { at: move.at, plan: presentOwn(moved) } }),
  };
}

function withAccount(
  row: SubscriptionTable,
  leavesAt: string | null | undefined,
): Pick<Subscription, 'withAccount'> {
  if (!row.cancel_at_period_end) return {};
  if (leavesAt) return { withAccount: row.leaving ? 'ends' : 'ended' };
  return row.leaving ? { withAccount: 'resumes' } : {};
}
