import { type PlanTier, plans } from '../../contract/facts/plans.ts';

/** A paid invoice of a plan, with the facts that decide its hours. Instants are ISO 8601 UTC. */
export interface PaidInvoice {
  id: string;
  billingReason: string;
  /** The plan that the invoice's line paid for. */
  tier: PlanTier;
  /** The old plan that was credited, if the plan changed within a period. */
  fromTier: PlanTier | null;
  /** The time that the line covers: a period, or the rest of one. */
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

/** The kind of grant by the provider's reason for the invoice; other reasons grant no hours. */
const kinds: Record<string, Grant['kind']> = {
  subscription_create: 'period',
  subscription_cycle: 'period',
  subscription_update: 'upgrade',
};

const minutesOf = (tier: PlanTier | null): number => (tier ? plans[tier].hours * 60 : 0);

/**
 * The minutes that an upgrade adds for the rest of a period: the same share of the difference in minutes as is
 * charged of the difference in prices (design §4). Otherwise the whole difference could be bought for cents in a
 * period's last minute, and kept for months.
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
 * The grant of each paid invoice of a subscription. A new period grants all minutes of its plan. An upgrade grants
 * the difference to the largest plan that its period was paid for before, for the rest of the period. So no order of
 * downgrades and upgrades grants hours twice, and the order in which invoices become known changes nothing.
 * @param invoices oldest first
 * @param running the running period, for an upgrade whose period's own invoice is not among them
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
