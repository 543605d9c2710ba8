import type { BookingDetail } from '../../../contract/schemas/bookings.ts';
import type { Person } from '../../../core/person.ts';
import { notFound } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { selectAnswers } from '../../records/bookings/answers/answers.repository.ts';
import { maySeeMoney, mayTouch } from '../../records/bookings/bookings.policy.ts';
import { presentBookingDetail } from '../../records/bookings/bookings.presenter.ts';
import {
  selectBooking,
  selectMoves,
  selectStatusChanges,
} from '../../records/bookings/bookings.repository.ts';
import { readNearestTimes } from '../../records/bookings/held-time.service.ts';
import { isTimeTaken } from '../../records/bookings/taken-time.rules.ts';
import { readNoticeHours } from '../../records/catalogue/catalogue.service.ts';
import { readOverageState } from '../../records/hours/overage/agreements.service.ts';
import { readOvertime } from '../../records/hours/overtime/terms.service.ts';
import { listBookingCharges } from '../../records/payments/booking-charges.service.ts';
import { readOwnQuote } from '../../records/quotes/current.service.ts';
import { changesOf } from './change-terms.rules.ts';
import { readStake } from './stake.service.ts';
import { readWaitingTerms } from './waiting-terms.service.ts';

/** The customer's rights on a booking whose payment is disputed at the bank. */
const frozen = { cancel: null, mayReschedule: false } as const;

/**
 * A booking, its history, and the changes that its customer may make now, with their terms.
 * @throws Refusal `not_found`, also for another person's
 */
export async function readBooking(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  person: Person,
  id: string,
): Promise<BookingDetail> {
  const { db, clock, env } = deps;
  const [row] = await selectBooking(db, { id });
  if (!row || !mayTouch(person, { userId: row.user_id })) throw notFound('Booking');
  const now = clock.now();
  const seesMoney = maySeeMoney(person, { userId: row.user_id });
  const [statusChanges, moves, answers, stake, quote, noticeHours, past, terms, extra, charges, timeTaken] =
    await Promise.all([
      selectStatusChanges(db, { bookingId: id }),
      selectMoves(db, { bookingId: id }),
      selectAnswers(db, { bookingId: id }),
      readStake(db, row, now),
      row.quote_id ? readOwnQuote(db, env, row, now) : null,
      readNoticeHours(db, row.service_id),
      row.payment_type === 'subscription' ? readOverageState(db, row) : undefined,
      row.unpaid_since ? readWaitingTerms(db, env, row, now) : undefined,
      row.completed_date ? readOvertime(db, env, row, now) : undefined,
      seesMoney ? listBookingCharges(db, row) : undefined,
      isTimeTaken(row) ? readNearestTimes(db, row, now) : undefined,
    ]);
  const changes = changesOf(row, stake, now, env.BUSINESS_TIME_ZONE);
  return presentBookingDetail(
    row,
    { statusChanges, moves, answers },
    {
      changes: row.disputed ? { ...changes, ...frozen } : changes,
      payment: seesMoney ? stake.payment : null,
      quote,
      noticeHours,
      past: seesMoney ? past : undefined,
      terms,
      extra,
      charges,
      timeTaken,
    },
  );
}
