import { bookingChanged } from '../../../../bus/changed.ts';
import type { Deps } from '../../../../deps.ts';
import { holdLedger } from '../../hours/hours.service.ts';
import { announceBilling } from '../../notices/notices.service.ts';
import { lockBooking, recordStep, selectWhole } from '../bookings.repository.ts';
import { changeBooking } from '../writes.service.ts';
import { planPaid } from './plan-paid.service.ts';
import { markUnpaid, selectUnpaid } from './unpaid.repository.ts';
import { unpaidMs } from './unpaid.rules.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'log' | 'changes'>;

const batch = 100;

/**
 * Cancels bookings whose plan nobody has paid within a day, and notifies their customers. The day also begins for
 * pending bookings whose plan has ended, once its last hours are gone.
 */
export async function letUnpaidGo(deps: Parts, stopping: AbortSignal): Promise<void> {
  const { db, clock, log, changes } = deps;
  for (const { id, user_id: userId } of await markUnpaid(db, clock.now().toISOString()))
    bookingChanged(changes, { id, userId });
  const before = new Date(clock.now().getTime() - unpaidMs).toISOString();
  for (const { id, user_id: userId } of await selectUnpaid(db, before, batch)) {
    if (stopping.aborted) return;
    try {
      await letGo(deps, { id, userId }, before);
    } catch (err) {
      log.warn({ err, booking: id }, 'an unpaid booking could not be cancelled');
    }
  }
}

/** Cancels a booking, unless free hours that were granted meanwhile cover it. */
async function letGo(
  deps: Parts,
  { id, userId }: { id: string; userId: string },
  before: string,
): Promise<void> {
  const { db, clock, changes } = deps;
  const changed = await db.transaction().execute(async (tx) => {
    await holdLedger(tx, userId);
    // A booking paid meanwhile is not locked here: its lock comes before the ledger's.
    if (!(await selectWhole(tx, id))?.unpaid_since) return [];
    const booking = await lockBooking(tx, id);
    if (booking?.status !== 'pending' || !booking.unpaid_since || booking.unpaid_since > before) return [];
    const at = clock.now().toISOString();
    const covered = await planPaid(tx, userId, at);
    if (covered.includes(id)) return covered;
    await changeBooking(tx, booking, { status: 'cancelled', updated_at: at });
    await recordStep(tx, booking, 'cancelled', null, at);
    const occasion = `unpaid:${id}:${booking.unpaid_since}`;
    await announceBilling(tx, { occasion, userId, news: { what: 'unpaid_booking' }, now: at });
    return [...covered, id];
  });
  for (const one of changed) bookingChanged(changes, { id: one, userId });
}
