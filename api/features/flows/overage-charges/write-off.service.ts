import { bookingChanged } from '../../../bus/changed.ts';
import { instant } from '../../../core/clock.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { lockAnyBooking } from '../../records/bookings/locked.service.ts';
import { holdLedger, settleBooking } from '../../records/hours/hours.service.ts';
import {
  lockAgreement,
  selectUnpaid,
  updateAgreement,
} from '../../records/hours/overage/overage.repository.ts';
import { lockOveragePayment } from '../../records/payments/overage-payments.service.ts';
import type { FulfilmentParts } from '../checkout/fulfilment.service.ts';
import { carryOut } from './charges.service.ts';

/** Whether done work is still to be paid by card: a charge is under way, or the card has refused. */
export const isWorkUnpaid = async (db: Db, userId: string): Promise<boolean> =>
  (await selectUnpaid(db, userId)).some(({ payment_id }) => payment_id !== null);

/**
 * Ends the unpaid card agreements of a person whose account is being deleted, also of unfinished work. Work that was
 * done counts as use of their hours, with the rest as overage, where the team sees it. May be repeated.
 */
export async function writeOffUnpaid(
  deps: FulfilmentParts,
  userId: string,
  stay: () => Promise<void>,
): Promise<void> {
  const { db, clock, changes } = deps;
  for (const { booking_id: id } of await selectUnpaid(db, userId)) {
    await stay();
    const retired = await db.transaction().execute((tx) => writeOff(tx, id, instant(clock)));
    await carryOut(deps, { charge: null, retired });
    bookingChanged(changes, { id, userId });
  }
}

/** @returns the payment to cancel */
async function writeOff(db: Tx, id: string, now: string): Promise<string | null> {
  const booking = await lockAnyBooking(db, id);
  await holdLedger(db, booking.user_id);
  const paymentId = (await lockAgreement(db, id))?.payment_id ?? null;
  const status = paymentId && (await lockOveragePayment(db, paymentId)).status;
  if (status && status !== 'starting' && status !== 'awaiting') return null;
  const nothing = { minutes: 0, extra_minutes: 0, amount_cents: 0, charged_minutes: 0 };
  await updateAgreement(db, id, { ...nothing, payment_id: null, owed_since: null });
  if (booking.status === 'completed') {
    const { user_id: userId, actual_minutes, completed_date } = booking;
    const minutes = actual_minutes ?? 0;
    await settleBooking(db, { userId, bookingId: id, minutes, usedAt: completed_date ?? now, now });
  }
  return paymentId;
}
