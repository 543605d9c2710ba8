import type { Db } from '../../../api/db/database.ts';

/**
 * The fewest and the most minutes that a refund of a plan's invoice takes of a grant: the refunded share of what was
 * unused at its time, rounded. Work that came after the refund leaves less unused now.
 * @param of.unusedMinutes the minutes of the grant that no work has used
 */
function minutesTaken(of: {
  grantedMinutes: number;
  unusedMinutes: number;
  refundedCents: number;
  paidCents: number;
}): { least: number; most: number } {
  const share = of.paidCents > 0 ? Math.min(1, of.refundedCents / of.paidCents) : 0;
  const most = Math.min(of.unusedMinutes, Math.round(of.grantedMinutes * share));
  const isUsed = of.unusedMinutes < of.grantedMinutes;
  return { least: share === 1 ? of.unusedMinutes : isUsed ? 0 : most, most };
}

/** Checks that each grant has the minutes that its uses, its disputes and its refunds leave. */
export async function refundedHoursDifferences(db: Db): Promise<string[]> {
  const grants = await db
    .selectFrom('hour_grants as g')
    .innerJoin('invoices as i', 'i.id', 'g.invoice_id')
    .select(['g.id', 'g.minutes', 'i.refunded_cents', 'i.amount_paid_cents', 'i.refund_state'])
    .execute();
  const entries = await db
    .selectFrom('hour_entries')
    .select(['id', 'grant_id', 'kind', 'minutes', 'reverses_id'])
    .execute();
  const reversed = new Set(entries.map(({ reverses_id }) => reverses_id));
  return grants.flatMap((grant) => {
    const lines = entries.filter(({ id, grant_id }) => grant_id === grant.id && !reversed.has(id));
    const sum = (kind: (typeof lines)[number]['kind']) =>
      lines.filter((entry) => entry.kind === kind).reduce((total, { minutes }) => total + minutes, 0);
    // A bank's freeze takes all that is left, whatever was refunded.
    if (sum('frozen')) return [];
    const taken = -sum('refunded');
    const { least, most } = minutesTaken({
      grantedMinutes: grant.minutes,
      unusedMinutes: grant.minutes + sum('use'),
      refundedCents: grant.refunded_cents,
      paidCents: grant.amount_paid_cents,
    });
    return taken >= least && taken <= most
      ? []
      : [`grant ${grant.id}: ${taken} minutes taken for a refund instead of ${least} to ${most}`];
  });
}
