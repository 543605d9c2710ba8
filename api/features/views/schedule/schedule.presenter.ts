import type {
  CalendarBooking,
  ScheduledBooking,
  WorkInProgress,
} from '../../../contract/schemas/schedule.ts';
import { listedCustomer } from '../../../core/person-name.ts';
import { takeApart } from '../../records/places/address.ts';
import { localitiesOf } from '../../records/places/postcodes.ts';
import type { CalendarRow, PlacedRow } from './schedule.repository.ts';

/** @param startsAt for a booking without a time, the time since which it is under way */
export function presentPlaced(row: PlacedRow, startsAt = row.scheduled_date ?? ''): ScheduledBooking {
  return {
    id: row.id,
    status: row.status,
    startsAt,
    minutes: row.actual_minutes ?? row.estimated_minutes,
    estimated: row.actual_minutes === null,
    service: row.service_name,
    category: {
      id: row.category_id,
      name: row.category_name,
      color: row.category_color,
      icon: row.category_icon,
    },
    customer: listedCustomer(row),
  };
}

export function presentInProgress(row: PlacedRow & { started_at: string | null }): WorkInProgress {
  const startedAt = row.started_at ?? row.scheduled_date ?? '';
  return { ...presentPlaced(row, row.scheduled_date ?? startedAt), startedAt };
}

export const presentCalendar = (row: CalendarRow, visits: CalendarBooking['visits']): CalendarBooking => ({
  ...presentPlaced(row),
  ...(row.window_minutes !== null && { windowMinutes: row.window_minutes }),
  ...(row.needed !== null && row.needed > 1 && { needed: row.needed }),
  suburb: suburbOf(row),
  visits,
});

/** The suburb that was given, in a field or in an address of one line; else the first one of the postcode. */
function suburbOf({ city, address, postal_code }: CalendarRow): string {
  return city || takeApart(address ?? '')?.city || (postal_code && localitiesOf(postal_code)[0]?.name) || '';
}
