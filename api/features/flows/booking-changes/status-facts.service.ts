import { notFound } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { requireUser } from '../../records/account/account.service.ts';
import { hasGone, holdGone } from '../../records/account/deletion/deletion-state.service.ts';
import { lockBooking, selectWhole } from '../../records/bookings/bookings.repository.ts';
import { readHeldByOthers } from '../../records/hours/held/free-hours.service.ts';
import { openLedger, readLedger } from '../../records/hours/ledger.service.ts';
import { readOverageFacts } from '../../records/hours/overage/overage-facts.service.ts';
import { readQuestion } from '../../records/hours/overtime/question.service.ts';
import { isTold } from '../../records/notices/notices.service.ts';
import { isDisputed } from '../../records/payments/disputes/frozen.service.ts';
import { readPaymentFacts } from '../../records/payments/payment-facts.service.ts';
import { selectOpenOfBooking } from '../../records/payments/payments.repository.ts';
import { mailbox } from '../delivery/news.service.ts';
import { changesHours, type StatusFacts, targetOf, type WantedStatus } from './status.decide.ts';

export type StatusReading = Pick<Deps, 'clock' | 'env' | 'mail'>;

/**
 * Reads the facts of a status change. With locks they stay as they are until the transaction ends: the booking, the
 * deletion of its customer's account, the ledger, the agreement and the payments are locked in this order, which all
 * changes of bookings share.
 * @throws Refusal `not_found`
 */
export async function readStatusFacts(
  db: Tx,
  { clock, env, mail }: StatusReading,
  query: { actorId: string; id: string; wanted: WantedStatus; locks: boolean },
): Promise<StatusFacts> {
  const { actorId, id, wanted, locks } = query;
  const booking = await (locks ? lockBooking : selectWhole)(db, id);
  if (!booking) throw notFound('Booking');
  const { user_id: userId, payment_id } = booking;
  const now = clock.now().toISOString();
  const workedAt = targetOf(booking, wanted, now).completed_date ?? now;
  const cancels = wanted.status === 'cancelled';
  const isGone = await (locks ? holdGone : hasGone)(db, userId);
  return {
    booking,
    actorId,
    now,
    currency: env.CURRENCY,
    isGone,
    letters: {
      canReach: mail !== null && mailbox(env, await requireUser(db, userId)) !== null,
      wanted: await isTold(db, userId, 'booking_update'),
    },
    question: (await readQuestion(db, id)) ?? null,
    hours: changesHours(booking, wanted.status)
      ? {
          ledger: await (locks ? openLedger : readLedger)(db, { userId, bookingId: id, now }),
          heldByOthers: await readHeldByOthers(db, userId, id),
          overage: await readOverageFacts(db, booking, { workedAt, isGone, locks }),
        }
      : null,
    isDisputed: await isDisputed(db, id),
    paid: cancels && payment_id ? await readPaymentFacts(db, payment_id, locks) : null,
    quotePayments: cancels ? (await selectOpenOfBooking(db, id)).map((payment) => payment.id) : [],
  };
}
