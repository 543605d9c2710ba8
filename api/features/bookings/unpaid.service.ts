import { bookingChanged } from '../../changed.ts';
import type { Deps } from '../../deps.ts';
import { announceBilling } from '../notices/notices.service.ts';
import { lockBooking, recordStep, updateBooking } from './bookings.repository.ts';
import { hasHours } from './plan-hours.service.ts';
import { unpaidMs } from './unpaid.policy.ts';
import { markUnpaid, selectUnpaid } from './unpaid.repository.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'log' | 'changes'>;

const batch = 100;

/**
 * Lets bookings go whose plan nobody has paid within a day, and tells their customers. That day begins, too, for what
 * still waits when a plan has ended and its last hours are gone.
 */
export async function letUnpaidGo(parts: Parts, stopping: AbortSignal): Promise<void> {
  const { db, clock, log, changes } = parts;
  for (const { id, user_id: userId } of await markUnpaid(db, clock.now().toISOString()))
    bookingChanged(changes, { id, userId });
  const before = new Date(clock.now().getTime() - unpaidMs).toISOString();
  for (const { id } of await selectUnpaid(db, before, batch)) {
    if (stopping.aborted) return;
    try {
      await letGo(parts, id, before);
    } catch (err) {
      log.warn({ err, booking: id }, 'an unpaid booking could not be let go');
    }
  }
}

async function letGo({ db, clock, changes }: Parts, id: string, before: string): Promise<void> {
  const userId = await db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, id);
    if (booking?.status !== 'pending' || !booking.unpaid_since || booking.unpaid_since > before) return null;
    const now = clock.now();
    const at = now.toISOString();
    if (await hasHours(tx, booking.user_id, now)) {
      await updateBooking(tx, id, { unpaid_since: null, updated_at: at });
      return booking.user_id;
    }
    await updateBooking(tx, id, { status: 'cancelled', updated_at: at });
    await recordStep(tx, booking, 'cancelled', null, at);
    const occasion = `unpaid:${id}:${booking.unpaid_since}`;
    const news = { what: 'unpaid_booking' } as const;
    await announceBilling(tx, { occasion, userId: booking.user_id, news, now: at });
    return booking.user_id;
  });
  if (userId) bookingChanged(changes, { id, userId });
}
