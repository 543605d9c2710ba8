import { bookingChanged } from '../../../bus/changed.ts';
import type { OverageAgreed } from '../../../contract/schemas/booking-terms.ts';
import type { BookingDetail } from '../../../contract/schemas/bookings.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { refuseLeaving } from '../../records/account/deletion/deletion-state.service.ts';
import { noteBooked } from '../../records/bookings/booked.service.ts';
import { bookChosenTime } from '../../records/bookings/held-time.service.ts';
import { lockOwnBooking, readOwnBooking } from '../../records/bookings/locked.service.ts';
import { clearUnpaid } from '../../records/bookings/unpaid/unpaid.repository.ts';
import { holdLedger } from '../../records/hours/hours.service.ts';
import { keepAgreement, readAgreed } from '../../records/hours/overage/agreements.service.ts';
import { isSameAgreed, refuseOtherTerms } from '../../records/hours/overage/overage-terms.rules.ts';
import { readBooking } from './detail.service.ts';
import { readWaitingTerms } from './waiting-terms.service.ts';

/**
 * Lets the person's plan pay for their unpaid booking: with the free hours, and if these are too few, on the terms
 * that the person was shown. A booking paid this way already is returned as it is.
 * @throws Refusal, with nothing agreed: `not_found`, `forbidden`, `conflict` (cancelled, or paid otherwise; the
 * account is to be deleted), `plan_required`, `hours_short`, `terms_changed`
 */
export async function payWaitingBooking(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'changes'>,
  person: Person,
  id: string,
  past: OverageAgreed | undefined,
): Promise<BookingDetail> {
  const { db, clock, env, changes } = deps;
  const paid = await db.transaction().execute(async (tx) => {
    // The locks are taken in the order of a simultaneous payment of a plan. Only a waiting booking is locked after
    // the ledger, which prevents other payments for it; any other booking is locked before.
    await holdLedger(tx, person.id);
    const seen = await readOwnBooking(tx, person, id);
    const booking = seen.unpaid_since ? await lockOwnBooking(tx, person, id) : seen;
    const isOpen = booking.status === 'pending' || booking.status === 'scheduled';
    if (isOpen && !booking.unpaid_since && isSameAgreed(await readAgreed(tx, id), past)) return false;
    if (booking.status !== 'pending' || !booking.unpaid_since)
      throw new Refusal('conflict', 'This booking does not wait to be paid any more');
    await refuseLeaving(tx, person.id);
    const now = clock.now();
    const terms = await readWaitingTerms(tx, env, booking, now);
    if (!terms)
      throw new Refusal('plan_required', 'You have no plan that could pay for it. Start one first.');
    refuseOtherTerms(terms, past);
    const at = now.toISOString();
    await clearUnpaid(tx, [id], at);
    await keepAgreement(tx, terms, { bookingId: id, userId: person.id, now: at });
    const isAgreed = await bookChosenTime(tx, { bookingId: id, now: at }, { bookingId: id });
    await noteBooked(tx, { bookingId: id, userId: person.id, isAgreed, now: at });
    return true;
  });
  if (paid) bookingChanged(changes, { id, userId: person.id });
  return readBooking({ db, clock, env }, person, id);
}
