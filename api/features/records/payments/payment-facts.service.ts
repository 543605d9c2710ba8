import type { Tx } from '../../../db/database.ts';
import { findPayment, lockPayment } from './payments.repository.ts';
import type { PaymentTable } from './payments.table.ts';
import { readRest } from './refunds/refunds.service.ts';

/** A payment, and the part of it that a whole refund would return, without the parts that are on their way. */
export interface PaymentFacts {
  payment: PaymentTable;
  restCents: number;
}

/** @param locks whether the payment stays locked until the transaction ends */
export async function readPaymentFacts(db: Tx, id: string, locks: boolean): Promise<PaymentFacts | null> {
  const payment = locks ? await lockPayment(db, id) : await findPayment(db, id);
  return payment ? { payment, restCents: await readRest(db, payment) } : null;
}
