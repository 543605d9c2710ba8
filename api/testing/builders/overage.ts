import type { Db } from '../../db/database.ts';
import type { OverageTable } from '../../features/records/hours/overage/overage.table.ts';

/** An agreement to pay an hour of a booking past the plan's, which is not charged yet. */
export async function anOverageAgreement(
  db: Db,
  given: Pick<OverageTable, 'booking_id' | 'user_id'> & Partial<OverageTable>,
): Promise<void> {
  const row: OverageTable = {
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
