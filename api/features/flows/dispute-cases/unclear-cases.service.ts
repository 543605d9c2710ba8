import { disputesChanged } from '../../../bus/changed.ts';
import type { UnclearAtProvider } from '../../../contract/schemas/disputes.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { listedCustomer } from '../../../core/person-name.ts';
import { notFound } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { selectUnclear, settleUnclear } from '../../records/payments/disputes/unclear/unclear.repository.ts';

const most = 200;

/** What the product does not know of the provider's objects; the contract asks for the permission. */
export async function listUnclear(deps: Pick<Deps, 'db' | 'payments'>): Promise<UnclearAtProvider[]> {
  const { db, payments } = deps;
  const rows = await selectUnclear(db, most);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    objectId: row.object_id,
    what: row.what,
    said: row.said,
    notedAt: row.noted_at,
    address: payments.addressOf(row.kind, row.object_id),
    customer: listedCustomer(row),
  }));
}

/**
 * Notes that an administrator has seen it. It comes back if the provider says something else. The contract asks for the permission. @throws Refusal `not_found`, also if another has seen it already
 */
export async function settleUnclearCase(
  deps: Pick<Deps, 'db' | 'clock' | 'changes'>,
  person: Person,
  id: string,
): Promise<{ done: true }> {
  const { db, clock, changes } = deps;
  const now = instant(clock);
  await db.transaction().execute(async (tx) => {
    const seen = await settleUnclear(tx, id, now);
    if (!seen) throw notFound('What was unclear');
    const { user_id: userId, what } = seen;
    const subject = { kind: 'user', id: userId } as const;
    await recordAct(tx, {
      actorId: person.id,
      act: 'unclear_settled',
      subject,
      userId,
      details: { what },
      now,
    });
  });
  disputesChanged(changes);
  return { done: true };
}
