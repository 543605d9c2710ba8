import { disputesChanged } from '../../../bus/changed.ts';
import type { StuckRefund } from '../../../contract/schemas/disputes.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { listedCustomer } from '../../../core/person-name.ts';
import { notFound } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { listStuckInvoices, settleStuckInvoice } from '../../records/billing/invoice-refunds.service.ts';
import { listStuckPayments, settleStuckPayment } from '../checkout/refunds.service.ts';
import { listStuckParts, settleStuckPart, tellSettled } from '../team-refunds/make.service.ts';

/** Refunds that the provider refuses and that wait for a person; the contract asks for the permission. */
export async function listStuckRefunds(db: Db): Promise<StuckRefund[]> {
  const rows = [
    ...(await listStuckPayments(db)),
    ...(await listStuckInvoices(db)),
    ...(await listStuckParts(db)),
  ];
  return rows.map((row) => ({
    id: row.id,
    amountCents: row.left_cents,
    description: row.description,
    trouble: row.refund_trouble ?? '',
    customer: listedCustomer(row),
  }));
}

/**
 * A person's decision about such a refund: ask once more, or note that it was refunded in another way, which ends
 * it. The contract asks for the permission.
 * @throws Refusal `not_found`, also for one that no longer waits
 */
export async function settleStuckRefund(
  deps: Pick<Deps, 'db' | 'clock' | 'changes'>,
  person: Person,
  id: string,
  how: 'again' | 'by_hand',
): Promise<{ done: true }> {
  const { db, clock, changes } = deps;
  const now = instant(clock);
  await db.transaction().execute(async (tx) => {
    const owner =
      (await settleStuckPayment(tx, id, how, now)) ??
      (await settleStuckInvoice(tx, id, how, now)) ??
      (await settleStuckPart(tx, id, how, now));
    if (!owner) throw notFound('Refund');
    const subject = { kind: 'refund', id } as const;
    await recordAct(tx, {
      actorId: person.id,
      act: 'refund_settled',
      subject,
      userId: owner,
      details: { how },
      now,
    });
  });
  disputesChanged(changes);
  await tellSettled({ db, changes }, id);
  return { done: true };
}
