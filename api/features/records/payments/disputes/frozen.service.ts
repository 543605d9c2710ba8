import { Refusal } from '../../../../core/refusal.ts';
import type { Db } from '../../../../db/database.ts';
import { findPlanDispute, isBookingDisputed, isInvoiceFrozen } from './disputes.repository.ts';
import { disputed } from './disputes.rules.ts';

/** @throws Refusal `disputed` while the bank decides about a booking's payment: the booking cannot change */
export async function refuseDisputed(db: Db, bookingId: string): Promise<void> {
  if (await isBookingDisputed(db, bookingId)) throw disputed();
}

/** @throws Refusal `disputed` while the hours of a plan's invoice are frozen: the bank decides, or has decided against it */
export async function refuseFrozen(db: Db, invoiceId: string): Promise<void> {
  if (await isInvoiceFrozen(db, invoiceId))
    throw new Refusal(
      'disputed',
      'The payment of these hours is disputed at the bank, so they can’t be used. Nothing was given back.',
    );
}

/** Whether the bank is still deciding about a booking's payment. */
export const isDisputed = (db: Db, bookingId: string): Promise<boolean> => isBookingDisputed(db, bookingId);

/** The time since which the bank examines a payment of this person's plan; `undefined` without a dispute. */
export const planDisputedSince = (db: Db, userId: string): Promise<string | undefined> =>
  findPlanDispute(db, userId);
