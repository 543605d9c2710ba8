import type { PlanVersion } from '../plans/plans.rules.ts';

/** The facts of a version that decide hours. */
type Sold = Pick<PlanVersion, 'id' | 'tier' | 'minutes'>;

/** A plan that was paid for a time. Instants are ISO 8601 UTC. */
interface Bought {
  version: Sold;
  /** How many of the plan were paid; 0 if it was given for nothing, as a trial is. */
  quantity: number;
  /** The version that was credited, if the plan changed within a period. */
  fromVersion: Sold | null;
  fromQuantity: number;
  /** The time that was paid for: a period, or the rest of one. */
  periodStart: string;
  periodEnd: string;
}

/** A paid invoice of a plan, with the facts that decide its hours. */
export interface PaidInvoice extends Bought {
  id: string;
  billingReason: string;
  /** The change of plan for the rest of an earlier period that is charged on the same invoice. */
  earlier: Bought | null;
}

export interface Grant {
  invoiceId: string;
  kind: 'period' | 'upgrade';
  version: Pick<PlanVersion, 'id' | 'tier'>;
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

const minutesOf = (version: Sold | null, quantity: number): number => (version?.minutes ?? 0) * quantity;

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
 * The grant of each paid invoice of a subscription. A new period grants all minutes of its plan, and those of an
 * upgrade within the period before that the same invoice charges. An upgrade grants
 * the difference to the largest plan that its period was paid for before, for the rest of the period. So no order of
 * downgrades and upgrades grants hours twice, and the order in which invoices become known changes nothing.
 * @param invoices oldest first
 * @param running the running period, for an upgrade whose period's own invoice is not among them
 */
export function grantsOf(invoices: PaidInvoice[], running: { start: string; end: string }): Grant[] {
  const paid = new Map<string, { start: string; minutes: number }>();
  const addedBefore = ({
    version,
    quantity,
    fromVersion,
    fromQuantity,
    periodStart,
    periodEnd,
  }: Bought): number => {
    const before = paid.get(periodEnd);
    if (!before) return 0;
    const from = Math.max(before.minutes, minutesOf(fromVersion, fromQuantity));
    const time = { start: before.start, at: periodStart, end: periodEnd };
    return upgradeMinutes(from, minutesOf(version, quantity), time);
  };
  return invoices.flatMap((invoice): Grant[] => {
    const { id, billingReason, version, fromVersion, periodStart, periodEnd, earlier } = invoice;
    const kind = kinds[billingReason];
    if (!kind) return [];
    const before = paid.get(periodEnd);
    const to = minutesOf(version, invoice.quantity);
    const start =
      kind === 'period'
        ? periodStart
        : (before?.start ?? (periodEnd === running.end ? running.start : periodStart));
    const from = Math.max(before?.minutes ?? 0, minutesOf(fromVersion, invoice.fromQuantity));
    const minutes =
      kind === 'period'
        ? Math.max(0, to - (before?.minutes ?? 0)) + (earlier ? addedBefore(earlier) : 0)
        : upgradeMinutes(from, to, { start, at: periodStart, end: periodEnd });
    paid.set(periodEnd, { start, minutes: Math.max(from, to) });
    return [{ invoiceId: id, kind, version, minutes, periodStart: start, periodEnd }];
  });
}
