import { bookingChanged } from '../../../bus/changed.ts';
import type { BookingDetail } from '../../../contract/schemas/bookings.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { updateBooking } from '../../records/bookings/bookings.repository.ts';
import { lockOwnBooking } from '../../records/bookings/locked.service.ts';
import { readBooking } from './detail.service.ts';

/**
 * Reviews the person's own completed booking, once. A repeat with the same content gets the same answer, also if the
 * booking has been reopened since.
 * @throws Refusal `not_found`, `forbidden`, `conflict` (not completed), `already_reviewed`
 */
export async function reviewBooking(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'changes'>,
  person: Person,
  id: string,
  { rating, review }: { rating: number; review: string },
): Promise<BookingDetail> {
  const { db, clock } = deps;
  const words = review || null;
  await db.transaction().execute(async (tx) => {
    const booking = await lockOwnBooking(tx, person, id);
    if (booking.rating !== null) {
      if (booking.rating === rating && booking.review === words) return;
      throw new Refusal('already_reviewed', 'You have reviewed this booking already');
    }
    if (booking.status !== 'completed')
      throw new Refusal('conflict', 'A booking can be reviewed once it is completed');
    const now = clock.now().toISOString();
    await updateBooking(tx, id, { rating, review: words, reviewed_at: now, updated_at: now });
  });
  bookingChanged(deps.changes, { id, userId: person.id });
  return readBooking(deps, person, id);
}
