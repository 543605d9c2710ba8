import type { Db } from '../../db/database.ts';
import type { PastHoursTable } from '../../features/past-hours/past-hours.table.ts';

/** An agreement to pay an hour of a booking past the plan's, which is not charged yet. */
export async function anAgreementPastHours(
  db: Db,
  given: Pick<PastHoursTable, 'booking_id' | 'user_id'> & Partial<PastHoursTable>,
): Promise<void> {
  const row: PastHoursTable = {
    minutes: 60,
    extra_minutes: 0,
    amount_cents: 11_675,
    hour_cents: 11_675,
    tier: 'standard',
    agreed_at: '2026-10-01T00:00:00.000Z',
    payment_id: null,
    charged_minutes: 0,
    owed_since: null,
    ...given,
  };
  await db.insertInto('past_hours').values(row).execute();
}
