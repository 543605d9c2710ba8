import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../db/database.ts';
import { findPlanDispute, isBookingDisputed } from './disputes.repository.ts';

/** @throws Refusal `disputed` while the bank has not decided about what was paid for a booking: it stays as it is */
export async function refuseDisputed(db: Db, bookingId: string): Promise<void> {
  if (await isBookingDisputed(db, bookingId))
    throw new Refusal(
      'disputed',
      'The payment of this booking is disputed at the bank. Until that is decided, the booking stays as it is.',
    );
}

/** Whether the bank has not decided yet about what was paid for a booking. */
export const isDisputed = (db: Db, bookingId: string): Promise<boolean> => isBookingDisputed(db, bookingId);

/** Since when the bank looks into a payment of this person's plan; `undefined` where it does not. */
export const planDisputedSince = (db: Db, userId: string): Promise<string | undefined> =>
  findPlanDispute(db, userId);
