import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { formatArrival, formatDay } from '../../lib/time/dates.ts';

/** The time of a visit, with its promised arrival window: 'Tomorrow, 9:30 – 10:30 am', otherwise 'To be scheduled'. */
export const visitTime = (
  { scheduledDate, windowMinutes }: Pick<Booking, 'scheduledDate' | 'windowMinutes'>,
  zone: string,
): string =>
  scheduledDate
    ? `${formatDay(scheduledDate, zone)}, ${formatArrival(scheduledDate, zone, windowMinutes)}`
    : 'To be scheduled';
