import { bookingChanged } from '../../bus/changed.ts';
import type { PastAgreed } from '../../contract/booking-terms.ts';
import type { BookingDetail } from '../../contract/entities.ts';
import type { Person } from '../../core/person.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Deps } from '../../deps.ts';
import { refuseLeaving } from '../account/leaving.service.ts';
import { lockOwnBooking, readOwnBooking } from '../bookings/locked.service.ts';
import { clearUnpaid } from '../held-hours/unpaid.repository.ts';
import { holdLedger } from '../hours/hours.service.ts';
import {
  isSameAgreed,
  keepAgreement,
  readAgreed,
  refuseOtherTerms,
} from '../past-hours/agreements.service.ts';
import { readBooking } from './detail.service.ts';
import { readWaitingTerms } from './waiting-terms.service.ts';

/**
 * Has the person's plan pay for their booking that waits as not paid: with the hours that are free for it, and on the
 * terms that they were shown where those are too few. What was agreed to so already is answered as it is.
 * @throws Refusal `not_found`, `forbidden`, `conflict` (called off, or paid otherwise; their account is about to be
 *   deleted), `plan_required`, `hours_short`, `terms_changed`; nothing was agreed to then
 */
export async function payWaitingBooking(
  { db, clock, env, changes }: Pick<Deps, 'db' | 'clock' | 'env' | 'changes'>,
  person: Person,
  id: string,
  past: PastAgreed | undefined,
): Promise<BookingDetail> {
  const paid = await db.transaction().execute(async (tx) => {
    // In the order of a plan that is paid at the same time. Only a booking that waits is locked after the ledger, which
    // keeps it from being paid otherwise: whoever changes another locks it first.
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
    return true;
  });
  if (paid) bookingChanged(changes, { id, userId: person.id });
  return readBooking({ db, clock, env }, person, id);
}
