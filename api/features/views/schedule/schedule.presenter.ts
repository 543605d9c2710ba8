import type { ScheduledBooking, WorkInProgress } from '../../../contract/schemas/schedule.ts';
import { listedCustomer } from '../../../core/person-name.ts';
import type { PlacedRow } from './schedule.repository.ts';

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
