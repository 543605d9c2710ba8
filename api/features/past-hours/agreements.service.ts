import type { BookingTerms, PastAgreed } from '../../contract/booking-terms.ts';
import type { BookingDetail, BookingStatus } from '../../contract/entities.ts';
import type { PlanTier } from '../../contract/plans.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db, Tx } from '../../db/database.ts';
import {
  endAgreements,
  findAgreement,
  findCharged,
  insertAgreement,
  lockAgreement,
  selectOwed,
  updateAgreement,
} from './past-hours.repository.ts';
import type { PastHoursTable } from './past-hours.table.ts';

const minutesOf = (hours: number): number => Math.round(hours * 60);

/**
 * Whether the terms of a visit were agreed to as they are now; the caller holds the member's ledger, so that of two
 * bookings that race for the last hours one is asked.
 * @throws Refusal `hours_short` where hours are missing and nothing was agreed to, `terms_changed` where something else
 *   was; nothing is booked
 */
export function refuseOtherTerms(terms: BookingTerms, agreed: PastAgreed | undefined): void {
  if (terms.planServesUntil)
    throw new Refusal(
      'hours_short',
      'The first hours of a plan that begins now will have expired by this visit, so nothing was booked. Please choose an earlier time, or another way to pay.',
    );
  if (!agreed && terms.missingHours > 0)
    throw new Refusal(
      'hours_short',
      `This takes ${inWords(terms.takesHours)}, and you have ${inWords(terms.freeHours)} free for it, so nothing was booked yet. Please look at your choices and try again.`,
    );
  if (!agreed) return;
  const same =
    terms.past !== null &&
    minutesOf(agreed.missingHours) === minutesOf(terms.missingHours) &&
    agreed.amountCents === terms.past.amountCents;
  if (!same)
    throw new Refusal(
      'terms_changed',
      'What this takes of your hours has changed since you saw it. Nothing was booked. Please look at it again.',
    );
}

const inWords = (hours: number): string => `${Math.round(hours * 100) / 100} h`;

/**
 * Keeps what was agreed to with the booking, in the place of what was agreed to of it under an earlier plan; within the
 * transaction that books. Nothing of it has been done yet.
 */
export async function keepAgreement(
  tx: Tx,
  { missingHours, past }: BookingTerms,
  { bookingId, userId, now }: { bookingId: string; userId: string; now: string },
): Promise<void> {
  const agreed = {
    minutes: past ? minutesOf(missingHours) : 0,
    amount_cents: past?.amountCents ?? 0,
    ...(past && { hour_cents: past.hourCents, tier: past.tier }),
    agreed_at: now,
  };
  if (await findAgreement(tx, bookingId)) return updateAgreement(tx, bookingId, agreed);
  if (!past) return;
  await insertAgreement(tx, {
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

/** Ends what was agreed to of bookings under an earlier plan: the hours of the one that runs cover all of them. */
export const endAgreed = (tx: Tx, bookingIds: readonly string[], now: string): Promise<void> =>
  endAgreements(tx, bookingIds, now);

/** What was agreed to of a booking, as it was sent then. */
export async function readAgreed(db: Db, bookingId: string): Promise<PastAgreed | undefined> {
  const row = await findAgreement(db, bookingId);
  // Without any, all that is paid of it is for work that took longer.
  return row?.minutes ? { missingHours: row.minutes / 60, amountCents: row.amount_cents } : undefined;
}

/** What was agreed to of a booking, and what became of it; of one that was called off, what is charged all the same. */
export async function readPastState(
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

/** What of a booking is paid by card now, in minutes, and what an hour of it costs; `undefined` where nothing is to be. */
export async function readCharged(
  db: Db,
  bookingId: string,
): Promise<{ minutes: number; hourCents: number; tier: PlanTier } | undefined> {
  const row = await findAgreement(db, bookingId);
  return row && isInForce(row) ? { minutes: row.charged_minutes, ...priceOf(row) } : undefined;
}

/** Whether anything of it is agreed to still: of longer work that was taken back nothing is, its price neither. */
export const isInForce = (row: PastHoursTable): boolean => row.minutes > 0 || row.charged_minutes > 0;

export const priceOf = ({ hour_cents, tier }: PastHoursTable) => ({ hourCents: hour_cents, tier });

/** Minutes of a booking that are paid by card, if hours do not cover them by then, and what an hour of them costs. */
export async function readAgreedPart(
  db: Db,
  bookingId: string,
): Promise<{ minutes: number; hourCents: number }> {
  const row = await findAgreement(db, bookingId);
  return { minutes: row?.minutes ?? 0, hourCents: row?.hour_cents ?? 0 };
}

/** Whether two are the same, also where nothing was agreed to. */
export const isSameAgreed = (one: PastAgreed | undefined, other: PastAgreed | undefined): boolean =>
  minutesOf(one?.missingHours ?? 0) === minutesOf(other?.missingHours ?? 0) &&
  one?.amountCents === other?.amountCents;

/** Work of a member's that is done, and that their card did not pay. */
export const listOwed = (db: Db, userId: string) => selectOwed(db, { userId });

/**
 * Locks what a payment of past hours stands for, before the payment itself.
 * @returns whether it stands for it still: work that was taken back, or settled anew, has no use for it
 */
export const lockCharged = async (
  tx: Tx,
  { id, past_booking_id }: { id: string; past_booking_id: string | null },
): Promise<boolean> =>
  past_booking_id !== null && (await lockAgreement(tx, past_booking_id))?.payment_id === id;

/** The same, read only. */
export const isCharged = async (
  db: Db,
  { id, past_booking_id }: { id: string; past_booking_id: string | null },
): Promise<boolean> =>
  past_booking_id !== null && (await findAgreement(db, past_booking_id))?.payment_id === id;

/** Nothing is owed of it any more: it is paid, or was cancelled by hand. */
export const endOwed = (tx: Tx, bookingId: string): Promise<void> =>
  updateAgreement(tx, bookingId, { owed_since: null });
