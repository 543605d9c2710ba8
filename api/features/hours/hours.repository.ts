import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import { locked } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import type { HourEntryTable, HourGrantTable } from './hours.table.ts';

/** @returns whether this invoice's grant is new. */
export async function insertGrant(db: Db, grant: Insertable<HourGrantTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('hour_grants')
    .values(grant)
    .onConflict((c) => c.column('invoice_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function insertEntries(db: Db, entries: Insertable<HourEntryTable>[]): Promise<void> {
  if (entries.length) await db.insertInto('hour_entries').values(entries).execute();
}

/** A booking's uses and overages that nothing has taken back yet. */
export function liveUses(db: Db, bookingId: string): Promise<Selectable<HourEntryTable>[]> {
  return db
    .selectFrom('hour_entries as e')
    .selectAll('e')
    .where('e.booking_id', '=', bookingId)
    .where('e.kind', 'in', ['use', 'overage'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('hour_entries as r').select('r.id').whereRef('r.reverses_id', '=', 'e.id'))),
    )
    .execute();
}

/**
 * Makes every other change of this member's balance wait for the end of the transaction; without it two bookings
 * settled at once could both use the same minutes.
 */
export async function lockGrants(db: Db, userId: string): Promise<void> {
  await locked(
    db,
    db.selectFrom('hour_grants').select('id').where('user_id', '=', userId).orderBy('id'),
  ).execute();
}

/** The grants that serve at `at` and still hold minutes, the first to expire first. */
export function openGrants(
  db: Db,
  userId: string,
  at: string,
): Promise<{ id: string; remaining_minutes: number }[]> {
  return db
    .selectFrom('hour_grants as g')
    .innerJoin('hour_entries as e', 'e.grant_id', 'g.id')
    .select(({ fn }) => ['g.id', fn.sum<number>('e.minutes').as('remaining_minutes')])
    .where('g.user_id', '=', userId)
    .where('g.period_start', '<=', at)
    .where('g.expires_at', '>', at)
    .groupBy(['g.id', 'g.expires_at', 'g.period_start'])
    .having(({ fn }) => fn.sum<number>('e.minutes'), '>', 0)
    .orderBy('g.expires_at')
    .orderBy('g.period_start')
    .orderBy('g.id')
    .execute();
}

/** What was used in the period that runs at `now` (0 when none does), and what the grants that serve now hold. */
export const selectBalance = prepared((db, p: { userId: string; now: string }) => {
  const period = db
    .selectFrom('hour_grants as c')
    .where('c.user_id', '=', p.userId)
    .where('c.period_start', '<=', p.now)
    .where('c.period_end', '>', p.now)
    .orderBy('c.period_start', 'desc')
    .limit(1);
  const used = db
    .selectFrom('hour_entries as e')
    .select(({ fn, lit, neg }) => fn.coalesce(neg(fn.sum<number>('e.minutes')), lit(0)).as('minutes'))
    .where('e.user_id', '=', p.userId)
    .where('e.kind', 'in', ['use', 'overage'])
    .where('e.at', '>=', period.select('c.period_start'))
    .where('e.at', '<', period.select('c.period_end'))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('hour_entries as r').select('r.id').whereRef('r.reverses_id', '=', 'e.id'))),
    );
  const remaining = db
    .selectFrom('hour_grants as g')
    .innerJoin('hour_entries as e', 'e.grant_id', 'g.id')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('e.minutes'), lit(0)).as('minutes'))
    .where('g.user_id', '=', p.userId)
    .where('g.period_start', '<=', p.now)
    .where('g.expires_at', '>', p.now);
  return db.selectNoFrom([used.as('used_minutes'), remaining.as('remaining_minutes')]);
});
