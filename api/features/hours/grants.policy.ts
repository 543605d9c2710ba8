import { type PlanTier, plans } from '../../contract/plans.ts';

/** A paid invoice of a plan, as far as hours go. Instants are ISO 8601 UTC. */
export interface PaidInvoice {
  id: string;
  billingReason: string;
  /** The plan that its line paid for. */
  tier: PlanTier;
  /** The plan that was given back for it, where it changed plans within a period. */
  fromTier: PlanTier | null;
  /** What its line serves: a period, or what was left of one. */
  periodStart: string;
  periodEnd: string;
}

export interface Grant {
  invoiceId: string;
  kind: 'period' | 'upgrade';
  tier: PlanTier;
  minutes: number;
  periodStart: string;
  periodEnd: string;
}

/** What an invoice is, by the provider's reason for it; of any other, no hours come. */
const kinds: Record<string, Grant['kind']> = {
  subscription_create: 'period',
  subscription_cycle: 'period',
  subscription_update: 'upgrade',
};

const minutesOf = (tier: PlanTier | null): number => (tier ? plans[tier].hours * 60 : 0);

/**
 * The minutes of a dearer plan for what is left of a period: the same share of the difference as is charged of the
 * prices' (design §4). The whole difference could be had for cents in a period's last minute, and kept for months.
 */
export function upgradeMinutes(
  from: number,
  to: number,
  { start, at, end }: { start: string; at: string; end: string },
): number {
  const [whole, left] = [Date.parse(end) - Date.parse(start), Date.parse(end) - Date.parse(at)];
  const share = whole > 0 ? Math.min(1, Math.max(0, left / whole)) : 0;
  return Math.max(0, Math.round((to - from) * share));
}

/**
 * What each paid invoice of a subscription gives: a new period's all of its plan's minutes, an upgrade's the difference
 * to the dearest plan that its period was paid for before, for what was left of it. So no order of downgrades and
 * upgrades refills, and none in which invoices are heard of gives more.
 * @param invoices the oldest first
 * @param running the period that runs, for an upgrade whose period's own invoice is not among them
 */
export function grantsOf(invoices: PaidInvoice[], running: { start: string; end: string }): Grant[] {
  const paid = new Map<string, { start: string; minutes: number }>();
  return invoices.flatMap(({ id, billingReason, tier, fromTier, periodStart, periodEnd }): Grant[] => {
    const kind = kinds[billingReason];
    if (!kind) return [];
    const before = paid.get(periodEnd);
    const to = minutesOf(tier);
    const start =
      kind === 'period'
        ? periodStart
        : (before?.start ?? (periodEnd === running.end ? running.start : periodStart));
    const from = Math.max(before?.minutes ?? 0, minutesOf(fromTier));
    const minutes =
      kind === 'period'
        ? Math.max(0, to - (before?.minutes ?? 0))
        : upgradeMinutes(from, to, { start, at: periodStart, end: periodEnd });
    paid.set(periodEnd, { start, minutes: Math.max(from, to) });
    return [{ invoiceId: id, kind, tier, minutes, periodStart: start, periodEnd }];
  });
}
