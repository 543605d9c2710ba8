import type { Db } from '../../../api/db/database.ts';

/**
 * What a refund of a plan's invoice takes of its hours: the one place that says so. Today it takes nothing: the hours
 * stay, whatever share was refunded.
 * @param of.unusedMinutes the minutes of the grant that no work has used
 */
export const minutesTaken = (_of: {
  unusedMinutes: number;
  refundedCents: number;
  paidCents: number;
}): number => 0;

/** Members who have fewer hours than they were granted, because an invoice was refunded: work may be past them. */
export async function membersWithTakenHours(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('invoices')
    .select(['user_id', 'refunded_cents', 'amount_paid_cents'])
    .where('refunded_cents', '>', 0)
    .execute();
  const taken = rows.filter(({ refunded_cents: refundedCents, amount_paid_cents: paidCents }) =>
    minutesTaken({ unusedMinutes: 60, refundedCents, paidCents }),
  );
  return new Set(taken.map(({ user_id }) => user_id));
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
  const kinds = new Set<string>(['grant', 'use', 'frozen', 'reversal']);
  return grants.flatMap((grant) => {
    const own = entries.filter(({ id, grant_id }) => grant_id === grant.id && !reversed.has(id));
    const sum = (kind: (of: string) => boolean) =>
      own.filter((entry) => kind(entry.kind)).reduce((total, { minutes }) => total + minutes, 0);
    // A bank's freeze takes all that is left, whatever was refunded.
    if (sum((kind) => kind === 'frozen')) return [];
    const taken = -sum((kind) => !kinds.has(kind));
    const unusedMinutes = grant.minutes + sum((kind) => kind === 'use');
    const { refunded_cents: refundedCents, amount_paid_cents: paidCents } = grant;
    const should = minutesTaken({ unusedMinutes, refundedCents, paidCents });
    return taken === should
      ? []
      : [`grant ${grant.id}: ${taken} minutes taken for a refund instead of ${should}`];
  });
}
