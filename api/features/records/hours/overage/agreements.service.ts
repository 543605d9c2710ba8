import type { BookingTerms, OverageAgreed } from '../../../../contract/schemas/booking-terms.ts';
import type { BookingDetail, BookingStatus } from '../../../../contract/schemas/bookings.ts';
import type { Customer } from '../../../../contract/schemas/customers.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import { chargedPriceOf } from './hour-price.service.ts';
import {
  endAgreements,
  findAgreement,
  findCharged,
  insertAgreement,
  lockAgreement,
  selectOwed,
  selectOwedWork,
  updateAgreement,
} from './overage.repository.ts';
import { minutesOf } from './overage-terms.rules.ts';

const owedRows = 5;

/**
 * Stores the agreement with the booking, in place of one under an earlier plan; in the transaction that books. No
 * work of it has been done yet.
 */
export async function keepAgreement(
  db: Tx,
  { missingHours, past }: BookingTerms,
  { bookingId, userId, now }: { bookingId: string; userId: string; now: string },
): Promise<void> {
  const agreed = {
    minutes: past ? minutesOf(missingHours) : 0,
    amount_cents: past?.amountCents ?? 0,
    ...(past && { hour_cents: past.hourCents, tier: past.tier }),
    agreed_at: now,
  };
  if (await findAgreement(db, bookingId)) return updateAgreement(db, bookingId, agreed);
  if (!past) return;
  await insertAgreement(db, {
    ...agreed,
    hour_cents: past.hourCents,
    tier: past.tier,
    booking_id: bookingId,
    user_id: userId,
    extra_minutes: 0,
    payment_id: null,
    charged_minutes: 0,
    owed_since: null,
  });
}

/** Ends agreements under an earlier plan: the running plan's hours cover these bookings. */
export const endAgreed = (db: Tx, bookingIds: readonly string[], now: string): Promise<void> =>
  endAgreements(db, bookingIds, now);

/** The agreement about a booking, as the client sent it. */
export async function readAgreed(db: Db, bookingId: string): Promise<OverageAgreed | undefined> {
  const row = await findAgreement(db, bookingId);
  // Without agreed minutes, every card payment is for longer work.
  return row?.minutes ? { missingHours: row.minutes / 60, amountCents: row.amount_cents } : undefined;
}

/** The agreement about a booking, and its state; for a cancelled booking, the charge that is still made. */
export async function readOverageState(
  db: Db,
  { id, status }: { id: string; status: BookingStatus },
): Promise<BookingDetail['past']> {
  const row = await findCharged(db, id);
  if (!row || !(row.minutes || row.charged_minutes)) return undefined;
  const { charged_minutes, owed_since, paid } = row;
  const isOver = status === 'completed' || status === 'cancelled';
  if (!isOver) return { hours: row.minutes / 60, amountCents: row.amount_cents, state: 'agreed' };
  if (status === 'cancelled' && charged_minutes === 0) return undefined;
  const state =
    charged_minutes === 0 ? 'covered' : paid === 'booked' ? 'paid' : owed_since ? 'owed' : 'charging';
  return { hours: charged_minutes / 60, amountCents: row.charged_cents ?? 0, state };
}

/**
 * The minutes of a booking to be paid by card unless hours cover them by then, and the price of an hour if the work is
 * done at this time.
 */
export async function readAgreedPart(
  db: Db,
  bookingId: string,
  workedAt: string,
): Promise<{ minutes: number; hourCents: number }> {
  const row = await findAgreement(db, bookingId);
  if (!row) return { minutes: 0, hourCents: 0 };
  return { minutes: row.minutes, hourCents: (await chargedPriceOf(db, row, workedAt)).hourCents };
}

/** A member's done work that their card did not pay. */
export const listOwed = (db: Db, userId: string) => selectOwed(db, { userId });

/** The same for the team: in all, and the few that have been owed longest. */
export async function readOwedWork(db: Db, userId: string): Promise<Customer['owedWork']> {
  const rows = await selectOwedWork(db, { userId, rows: owedRows });
  const [first] = rows;
  if (!first) return undefined;
  return {
    amountCents: first.sum_cents,
    count: first.count,
    items: rows.map(({ booking_id: bookingId, service, charged_minutes, amount_cents: amountCents }) => ({
      bookingId,
      service,
      hours: charged_minutes / 60,
      amountCents,
    })),
  };
}

/**
 * Locks the agreement behind a payment of past hours, before the payment itself.
 * @returns whether the agreement still needs this payment: work that was taken back or settled anew does not
 */
export const lockCharged = async (
  db: Tx,
  { id, past_booking_id }: { id: string; past_booking_id: string | null },
): Promise<boolean> =>
  past_booking_id !== null && (await lockAgreement(db, past_booking_id))?.payment_id === id;

/** The same without a lock. */
export const isCharged = async (
  db: Db,
  { id, past_booking_id }: { id: string; past_booking_id: string | null },
): Promise<boolean> =>
  past_booking_id !== null && (await findAgreement(db, past_booking_id))?.payment_id === id;

/** Notes that nothing is owed any more: the work is paid, or its payment was cancelled by hand. */
export const endOwed = (db: Tx, bookingId: string): Promise<void> =>
  updateAgreement(db, bookingId, { owed_since: null });
