import type { Tx } from '../../../db/database.ts';
import type { Ledger } from '../../records/hours/ledger.rules.ts';
import { writeEntries } from '../../records/hours/ledger.service.ts';
import { insertAgreement, updateAgreement } from '../../records/hours/overage/overage.repository.ts';
import { announceBilling } from '../../records/notices/notices.service.ts';
import { insertPayment, updatePayment } from '../../records/payments/payments.repository.ts';
import type { OverageDecision } from './overage.decide.ts';

/** The decided use of a member's hours by work: new entries of the ledger, and the part that the card pays. */
export interface HoursWrites {
  entries: Ledger;
  overage: OverageDecision | null;
}

/** Writes a decided use; the caller holds the rows of its facts, and calls `carryOut` after the transaction. */
export async function applyHours(
  db: Tx,
  { id: bookingId, user_id: userId }: { id: string; user_id: string },
  { entries, overage }: HoursWrites,
  now: string,
): Promise<void> {
  if (overage?.refunding)
    await updatePayment(db, overage.refunding, { status: 'refunding', updated_at: now });
  if (overage?.charge) await insertPayment(db, overage.charge);
  if (overage?.first) await insertAgreement(db, overage.first);
  if (overage?.change) await updateAgreement(db, bookingId, overage.change);
  await writeEntries(db, entries);
  if (overage?.returned) await announceBilling(db, { ...overage.returned, userId, now });
}
