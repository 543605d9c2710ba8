import type { Db } from '../../../db/database.ts';
import { postcodeOf } from '../places/postcode-of.ts';
import { selectBookedWork } from './bookings.repository.ts';
import type { BookingTable } from './bookings.table.ts';

/** The service of a booking, as it decides who does it and when, with the booked length and place. */
export interface BookedWork {
  id: string;
  categoryId: string;
  noticeHours: number;
  estimatedMinutes: number;
  /** `null` if the place is unknown. */
  postcode: string | null;
}

/** The work of a booking, also of a retired service. */
export async function readBookedWork(
  db: Db,
  booking: Pick<BookingTable, 'id' | 'service_id' | 'estimated_minutes'>,
): Promise<BookedWork> {
  const row = await selectBookedWork(db, booking);
  return {
    id: row.id,
    categoryId: row.category_id,
    noticeHours: row.notice_hours,
    estimatedMinutes: booking.estimated_minutes,
    postcode: postcodeOf(row),
  };
}
