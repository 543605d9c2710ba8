import type { ChargeDetail } from '../../../contract/schemas/refunds.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import {
  holdInvoice,
  noteRefundedByHand,
  readInvoice,
  syncInvoiceRefunds,
} from '../../records/billing/billing.service.ts';
import type { InvoiceTable } from '../../records/billing/billing.table.ts';
import { findPaidBooking } from '../../records/bookings/bookings.service.ts';
import { settleRefundedHours } from '../../records/hours/withdrawn/withdrawn.service.ts';
import { findPayment, lockPayment, updatePayment } from '../../records/payments/payments.repository.ts';
import type { PaymentTable } from '../../records/payments/payments.table.ts';
import { syncRefunds } from '../checkout/refunds.service.ts';

/** A card payment that was made: one of ours, or the provider's invoice of a plan. */
export interface MadeCharge {
  table: 'payment' | 'invoice';
  kind: ChargeDetail['kind'];
  id: string;
  userId: string;
  description: string;
  amountCents: number;
  refundedCents: number;
  paidAt: string | null;
  /** The booking of work past its customer's hours. */
  pastBookingId: string | null;
  /** `null` for an invoice, whose intent the provider tells. */
  intentId: string | null;
  /** Whether the whole is refunded, or that was decided. */
  isGivenBack: boolean;
  /** Whether a whole refund is decided and not made, in which all parts go back that are not made either. */
  isReturning: boolean;
}

/** `null` if there is no such charge, or it was never paid. */
export async function findCharge(db: Db, id: string): Promise<MadeCharge | null> {
  const payment = await findPayment(db, id);
  if (payment) return ofPayment(payment);
  const invoice = await readInvoice(db, id);
  return invoice ? ofInvoice(invoice) : null;
}

/** The same charge as it is now, locked until the transaction ends. */
export async function lockCharge(db: Tx, { table, id }: MadeCharge): Promise<MadeCharge | null> {
  return table === 'payment' ? ofPayment(await lockPayment(db, id)) : ofInvoice(await holdInvoice(db, id));
}

function ofPayment(row: PaymentTable): MadeCharge | null {
  const { status } = row;
  if (status !== 'booked' && status !== 'refunding' && status !== 'refunded') return null;
  return {
    table: 'payment',
    kind: row.past_booking_id ? 'past_hours' : row.quote_id ? 'quote' : 'service',
    id: row.id,
    userId: row.user_id,
    description: row.description,
    amountCents: row.amount_cents,
    refundedCents: row.refunded_cents,
    paidAt: row.paid_at,
    pastBookingId: row.past_booking_id,
    intentId: row.intent_id,
    isGivenBack: status !== 'booked',
    isReturning: status === 'refunding',
  };
}

function ofInvoice(row: InvoiceTable): MadeCharge | null {
  if (row.status !== 'paid') return null;
  return {
    table: 'invoice',
    kind: 'plan',
    id: row.id,
    userId: row.user_id,
    description: row.description,
    amountCents: row.amount_paid_cents,
    refundedCents: row.refunded_cents,
    paidAt: row.paid_at,
    pastBookingId: null,
    intentId: null,
    isGivenBack: row.refund_state !== null,
    isReturning: row.refund_state === 'due',
  };
}

/** The intent that the charge was paid with; `null` if none was, because a credit covered it. */
export const intentOf = async (deps: Pick<Deps, 'payments'>, charge: MadeCharge): Promise<string | null> => {
  const { payments } = deps;
  return charge.table === 'payment' ? charge.intentId : payments.readIntentOf(charge.id);
};

/** The booking that the charge paid for; `null` for a plan. */
export const bookingOf = async (db: Db, { table, id, pastBookingId }: MadeCharge): Promise<string | null> =>
  table === 'payment' ? (pastBookingId ?? (await findPaidBooking(db, id))) : null;

/** Reads the refunds of a charge afresh into our books. @throws PaymentRefused, PaymentsUnavailable */
export async function syncCharge(
  deps: Pick<Deps, 'db' | 'clock' | 'payments' | 'log' | 'changes'>,
  { table, id }: MadeCharge,
  intentId: string,
): Promise<void> {
  if (table === 'payment') await syncRefunds(deps, intentId);
  else await syncInvoiceRefunds(deps, { id, intentId });
}

/** Adds a part to the refunded sum that a person has refunded in another way; the caller holds the charge's lock. */
export async function addByHand(
  db: Tx,
  { table, id, userId, amountCents, refundedCents }: MadeCharge,
  part: number,
  now: string,
): Promise<void> {
  // The whole may have been noted meanwhile.
  const cents = Math.min(part, amountCents - refundedCents);
  if (cents <= 0) return;
  if (table === 'payment')
    return updatePayment(db, id, { refunded_cents: refundedCents + cents, updated_at: now });
  await noteRefundedByHand(db, id, cents);
  await settleRefundedHours(db, { userId, now });
}
