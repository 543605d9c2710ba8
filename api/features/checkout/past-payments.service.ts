import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../../db/database.ts';
import { findPayment, insertPayment, lockPayment } from './checkout.repository.ts';
import type { PaymentTable } from './checkout.table.ts';

/** Begins the payment of work past its customer's hours; whoever decides it holds the booking's lock. @returns its id */
export async function beginPastPayment(
  tx: Tx,
  wanted: {
    bookingId: string;
    userId: string;
    serviceId: string;
    amountCents: number;
    currency: string;
    description: string;
    now: string;
  },
): Promise<string> {
  const id = randomUUID();
  await insertPayment(tx, {
    id,
    user_id: wanted.userId,
    service_id: wanted.serviceId,
    quote_id: null,
    past_booking_id: wanted.bookingId,
    intent_id: null,
    amount_cents: wanted.amountCents,
    currency: wanted.currency,
    description: wanted.description,
    status: 'starting',
    refunded_cents: 0,
    refund_trouble: null,
    refund_tries: 0,
    refund_by_hand: 0,
    details: '{}',
    client_id: null,
    paid_at: null,
    created_at: wanted.now,
    updated_at: wanted.now,
  });
  return id;
}

export const readPastPayment = (db: Db, id: string): Promise<PaymentTable | undefined> => findPayment(db, id);

/** The same, which nobody else changes until the transaction ends. */
export const lockPastPayment = (tx: Tx, id: string): Promise<PaymentTable> => lockPayment(tx, id);
