import type { Tx } from '../../../db/database.ts';
import { insertAgreement, updateAgreement } from '../../records/hours/overage/overage.repository.ts';
import { announceBilling } from '../../records/notices/notices.service.ts';
import { insertPayment, updatePayment } from '../../records/payments/payments.repository.ts';
import type { OverageDecision } from './overage.decide.ts';

/** Writes a decision; the caller holds the rows of its facts, and calls `carryOut` after the transaction. */
export async function applyOverage(
  db: Tx,
  { id: bookingId, user_id: userId }: { id: string; user_id: string },
  { charge, first, change, refunding, returned }: OverageDecision,
  now: string,
): Promise<void> {
  if (refunding) await updatePayment(db, refunding, { status: 'refunding', updated_at: now });
  if (charge) await insertPayment(db, charge);
  if (first) await insertAgreement(db, first);
  if (change) await updateAgreement(db, bookingId, change);
  if (returned) await announceBilling(db, { ...returned, userId, now });
}
