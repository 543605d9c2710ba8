import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../../db/database.ts';
import { type PaymentFacts, readPaymentFacts } from '../../payments/payment-facts.service.ts';
import { type PaidPeriod, readPaidPeriod } from '../hours.service.ts';
import { findAgreement, lockAgreement, serviceNameOf } from './overage.repository.ts';
import type { OverageTable } from './overage.table.ts';

/** The facts of a booking's work past its customer's hours. */
export interface OverageFacts {
  agreed: OverageTable | null;
  /** The payment of the agreement now; `null` without one. */
  standing: PaymentFacts | null;
  /** The paid period in which the work counts. */
  period: PaidPeriod | null;
  serviceName: string;
  /** Whether the customer's account is being deleted; they are then told nothing. */
  isGone: boolean;
  /** The id of a payment that is begun. */
  paymentId: string;
}

/**
 * @param query.workedAt the time at which the work counts, as in the ledger
 * @param query.isGone whether the customer's account is being deleted
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
    serviceName: await serviceNameOf(db, booking.id),
    period: await readPaidPeriod(db, booking.user_id, workedAt),
    standing: agreed?.payment_id ? await readPaymentFacts(db, agreed.payment_id, locks) : null,
    isGone,
    paymentId: randomUUID(),
  };
}
