import type { Db } from '../../../db/database.ts';

const openStatuses = ['pending', 'scheduled'] as const;

/** Open bookings after a time, in order, with the postcode of each that has one. */
export const selectOpenAfter = (
  db: Db,
  { at, id, rows }: { at: string; id: string; rows: number },
): Promise<
  {
    id: string;
    status: (typeof openStatuses)[number];
    scheduled_date: string;
    service: string;
    postal_code: string | null;
  }[]
> =>
  db
    .selectFrom('bookings')
    .innerJoin('services', 'services.id', 'bookings.service_id')
    .leftJoin('booking_details', 'booking_details.booking_id', 'bookings.id')
    .select([
      'bookings.id',
      'bookings.status',
      'bookings.scheduled_date',
      'services.name as service',
      'booking_details.postal_code',
    ])
    .where('bookings.status', 'in', openStatuses)
    // The first condition is a range of the index by date.
    .where('bookings.scheduled_date', '>=', at)
    .where(({ eb, or }) => or([eb('bookings.scheduled_date', '>', at), eb('bookings.id', '>', id)]))
    .orderBy('bookings.scheduled_date')
    .orderBy('bookings.id')
    .limit(rows)
    .$narrowType<{ status: (typeof openStatuses)[number]; scheduled_date: string }>()
    .execute();
