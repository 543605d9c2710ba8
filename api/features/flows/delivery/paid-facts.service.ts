import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Deps } from '../../../deps.ts';
import { PaymentRefused, PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { readUnheld } from '../../records/hours/held/free-hours.service.ts';
import { readBalance } from '../../records/hours/hours.service.ts';
import { type NoticeRow, selectFacts } from '../../records/notices/notices.repository.ts';
import type { BillingNews } from '../../records/notices/notices.service.ts';
import { findPayment } from '../../records/payments/payments.repository.ts';
import { type PaidBooking, type PaidFacts, receiptOf } from './receipt-letters.ts';

/** The attempts of a letter that wait for a provider that does not answer; the next one goes without the card. */
const patientAttempts = 3;

/**
 * The facts of a receipt that are read when it is sent: the card, from the card provider, the month that ended,
 * and what became of the booking.
 * @returns `null` for other letters
 * @throws PaymentsUnavailable a few times, so that the letter is tried again
 */
export async function readPaidFacts(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  notice: NoticeRow,
): Promise<PaidFacts | null> {
  if (notice.kind !== 'billing' && notice.kind !== 'receipt') return null;
  const news = JSON.parse(notice.content) as BillingNews;
  const receipt = receiptOf(news);
  if (!receipt) return null;
  const isRenewal = news.what === 'plan_paid' && news.step === 'renewed';
  return {
    card: await readCard(deps, receipt.chargeId, notice.attempts),
    month: isRenewal ? await readMonth(deps, notice.user_id, news.from) : null,
    booking: news.what === 'paid' ? standingOf((await selectFacts(deps.db, news.bookingId))?.status) : null,
  };
}

function standingOf(status: BookingStatus | undefined): PaidBooking {
  if (status === 'cancelled') return 'called off';
  return status === undefined || status === 'pending' ? 'waits' : 'agreed';
}

async function readCard(
  deps: Pick<Deps, 'db' | 'payments'>,
  chargeId: string,
  attempts: number,
): Promise<PaidFacts['card']> {
  const { db, payments } = deps;
  try {
    const payment = await findPayment(db, chargeId);
    const intentId = payment ? payment.intent_id : await payments.readIntentOf(chargeId);
    return intentId ? (await payments.readRefunds(intentId)).card : null;
  } catch (err) {
    const isOver = err instanceof PaymentsUnavailable && attempts >= patientAttempts;
    if (isOver || err instanceof PaymentRefused) return null;
    throw err;
  }
}

/** The hours used in the month before an instant, and those free to book now. */
async function readMonth(
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  before: string,
): Promise<PaidFacts['month']> {
  const { db, clock } = deps;
  const last = new Date(Date.parse(before) - 1).toISOString();
  const { usedThisPeriodMinutes } = await readBalance(db, userId, last);
  const free = await readUnheld(db, userId, clock.now().toISOString());
  return { usedHours: usedThisPeriodMinutes / 60, freeHours: Math.max(0, free) / 60 };
}
