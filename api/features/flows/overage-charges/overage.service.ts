import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/database.ts';
import { hasGone } from '../../records/account/deletion/deletion-state.service.ts';
import { readPaidPeriod } from '../../records/hours/hours.service.ts';
import type { HourPrice } from '../../records/hours/overage/hour-price.rules.ts';
import {
  findAgreement,
  insertAgreement,
  lockAgreement,
  serviceNameOf,
  updateAgreement,
} from '../../records/hours/overage/overage.repository.ts';
import { announceBilling } from '../../records/notices/notices.service.ts';
import { readPaymentFacts } from '../../records/payments/payment-facts.service.ts';
import { insertPayment, updatePayment } from '../../records/payments/payments.repository.ts';
import {
  decideMoreOverage,
  type Means,
  type OverageDecision,
  type OverageFacts,
  type Worked,
} from './overage.decide.ts';

/**
 * @param asked.workedAt the time at which the work counts, as in the ledger
 * @param asked.isGone whether the customer's account is being deleted
 */
export async function readOverageFacts(
  db: Tx,
  booking: { id: string; user_id: string },
  { workedAt, isGone, locks }: { workedAt: string; isGone: boolean; locks: boolean },
): Promise<OverageFacts> {
  // Locked before its payment, in the same order as fulfilment does.
  const agreed = (await (locks ? lockAgreement : findAgreement)(db, booking.id)) ?? null;
  return {
    agreed,
    standing: agreed?.payment_id ? await readPaymentFacts(db, agreed.payment_id, locks) : null,
    period: await readPaidPeriod(db, booking.user_id, workedAt),
    serviceName: await serviceNameOf(db, booking.id),
    isGone,
    paymentId: randomUUID(),
  };
}

/** Writes a decision; the caller holds the rows of its facts, and calls `carryOut` after the transaction. */
export async function applyOverage(
  db: Tx,
  { id: bookingId, user_id: userId }: { id: string; user_id: string },
  { charge, first, change, refunding, returned }: OverageDecision,
  now: string,
): Promise<void> {
  if (refunding) await updatePayment(db, refunding, { status: 'refunding', updated_at: now });
  if (returned) await announceBilling(db, { ...returned, userId, now });
  if (charge) await insertPayment(db, charge);
  if (first) await insertAgreement(db, first);
  if (change) await updateAgreement(db, bookingId, change);
}

/** Lets the card pay more of done work, as its customer has agreed now. The caller holds the booking and the ledger. */
export async function chargeMore(
  db: Tx,
  booking: Worked,
  more: { minutes: number; price: HourPrice | null },
  means: Means & { workedAt: string },
): Promise<OverageDecision> {
  const isGone = await hasGone(db, booking.user_id);
  const facts = await readOverageFacts(db, booking, { workedAt: means.workedAt, isGone, locks: true });
  const decision = decideMoreOverage(facts, booking, more, means);
  await applyOverage(db, booking, decision, means.now);
  return decision;
}
