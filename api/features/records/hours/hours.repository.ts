import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { lockedForChange } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import { bookedName } from '../catalogue/booked-name.ts';
import type { GivenHoursTable, HourEntryTable, HourGrantTable } from './hours.table.ts';

/**
 * Makes all other changes of this member's hours wait for the end of the transaction. The person's own row is
 * locked, because a person without hours has no other row.
 */
export async function lockMember(db: Tx, userId: string): Promise<void> {
  await lockedForChange(db, db.selectFrom('users').select('id').where('id', '=', userId)).execute();
}

export async function hasGranted(db: Db, invoiceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('hour_grants')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The most monthly minutes of the versions that a plan's period was paid for so far; 0 without any. */
export async function selectLargestPaid(
  db: Db,
  { subscriptionId, periodEnd }: { subscriptionId: string; periodEnd: string },
): Promise<number> {
  const row = await db
    .selectFrom('hour_grants as g')
    .innerJoin('plan_versions as v', 'v.id', 'g.version_id')
    .select(({ fn }) => fn.max('v.minutes').as('minutes'))
    .where('g.subscription_id', '=', subscriptionId)
    .where('g.period_end', '=', periodEnd)
    .executeTakeFirst();
  return Number(row?.minutes ?? 0);
}

export async function hasGrantedPeriod(
  db: Db,
  { subscriptionId, periodEnd }: { subscriptionId: string; periodEnd: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('hour_grants')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('period_end', '=', periodEnd)
    .where('kind', '=', 'period')
    .where('minutes', '>', 0)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasGrantedNothing(
  db: Db,
  { subscriptionId, periodEnd }: { subscriptionId: string; periodEnd: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('hour_grants')
    .select((e) => e.fn.max('minutes').as('most'))
    .where('subscription_id', '=', subscriptionId)
    .where('period_end', '=', periodEnd)
    .executeTakeFirst();
  return row?.most === 0;
}

export async function hasGrantedAny(db: Db, subscriptionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('hour_grants')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function selectGrantedVersions(
  db: Db,
  subscriptionId: string,
): Promise<Pick<HourGrantTable, 'invoice_id' | 'version_id'>[]> {
  return db
    .selectFrom('hour_grants')
    .select(['invoice_id', 'version_id'])
    .where('subscription_id', '=', subscriptionId)
    .execute();
}

export async function insertGrant(db: Tx, grant: Insertable<HourGrantTable>): Promise<void> {
  await db.insertInto('hour_grants').values(grant).execute();
}

export async function insertGiven(db: Tx, row: GivenHoursTable): Promise<void> {
  await db.insertInto('given_hours').values(row).execute();
}

/** The hours that an administrator gave by this attempt. */
export function findGiven(db: Db, givenBy: string, clientId: string) {
  return db
    .selectFrom('given_hours as w')
    .innerJoin('hour_grants as g', 'g.id', 'w.grant_id')
    .select(['w.user_id', 'w.reason', 'g.minutes', 'g.expires_at'])
    .where('w.given_by', '=', givenBy)
    .where('w.client_id', '=', clientId)
    .executeTakeFirst();
}

/**
 * The grant of the paid period that had begun last at an instant. A period of 0 minutes was not paid: it is a trial,
 * or a second invoice of a period whose first one has granted its minutes.
 */
export const selectPaidPeriod = prepared((db, p: { userId: string; at: string }) =>
  db
    .selectFrom('hour_grants')
    .select(['version_id', 'period_end', 'created_at'])
    .where('user_id', '=', p.userId)
    .where('kind', '=', 'period')
    .where('minutes', '>', 0)
    .where('period_start', '<=', p.at)
    .orderBy('period_start', 'desc')
    .limit(1),
);

/** The member's last entry, whose number the next one follows. */
export function selectLastEntry(
  db: Db,
  userId: string,
): Promise<Pick<HourEntryTable, 'seq' | 'recorded_at'> | undefined> {
  return db
    .selectFrom('hour_entries')
    .select(['seq', 'recorded_at'])
    .where('user_id', '=', userId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertEntries(db: Tx, entries: Insertable<HourEntryTable>[]): Promise<void> {
  if (entries.length) await db.insertInto('hour_entries').values(entries).execute();
}

/** Uses and overages that were not reversed. */
const live = (db: Db) =>
  db
    .selectFrom('hour_entries as e')
    .selectAll('e')
    .where('e.kind', 'in', ['use', 'overage'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('hour_entries as r').select('r.id').whereRef('r.reverses_id', '=', 'e.id'))),
    )
    .orderBy('e.seq');

/** A member's grants in the order in which work uses them, with their minutes and the state of their invoices. */
export const selectLedgerGrants = prepared((db, p: { userId: string }) =>
  db
    .selectFrom('hour_grants as g')
    .leftJoin('invoices as i', 'i.id', 'g.invoice_id')
    .select(['g.id', 'g.invoice_id', 'g.period_start', 'g.expires_at'])
    .select(['i.amount_paid_cents', 'i.refunded_cents', 'i.hours_kept_cents'])
    .select(({ selectFrom }) => [
      selectFrom('hour_entries as e')
        .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('e.minutes'), lit(0)).as('minutes'))
        .whereRef('e.grant_id', '=', 'g.id')
        .as('minutes'),
      selectFrom('disputes as d')
        .select(({ lit }) => lit(1).as('one'))
        .whereRef('d.user_id', '=', 'g.user_id')
        .whereRef('d.invoice_id', '=', 'g.invoice_id')
        .where('d.state', 'in', ['open', 'lost'])
        .limit(1)
        .as('disputed'),
    ])
    .where('g.user_id', '=', p.userId)
    .orderBy('g.expires_at')
    .orderBy('g.period_start')
    .orderBy('g.kind')
    .orderBy('g.created_at')
    .orderBy('g.id'),
);

/** A member's entries that were not reversed: overage, hours frozen or refunded, and the uses of one booking. */
export function selectStanding(db: Db, userId: string, bookingId: string | null) {
  return db
    .selectFrom('hour_entries as e')
    .select(['e.id', 'e.grant_id', 'e.booking_id', 'e.kind', 'e.minutes', 'e.refunded_cents', 'e.at'])
    .where('e.user_id', '=', userId)
    .where(({ and, eb, or }) =>
      or([
        eb('e.kind', 'in', ['overage', 'frozen', 'refunded']),
        and([eb('e.kind', '=', 'use'), eb('e.booking_id', '=', bookingId)]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('hour_entries as r').select('r.id').whereRef('r.reverses_id', '=', 'e.id'))),
    )
    .orderBy('e.seq')
    .execute();
}

export function liveUses(db: Db, bookingId: string): Promise<Selectable<HourEntryTable>[]> {
  return live(db).where('e.booking_id', '=', bookingId).execute();
}

/** In the order in which the work was done. */
export function liveOverages(db: Db, userId: string): Promise<Selectable<HourEntryTable>[]> {
  return live(db)
    .clearOrderBy()
    .where('e.user_id', '=', userId)
    .where('e.kind', '=', 'overage')
    .orderBy('e.at')
    .orderBy('e.seq')
    .execute();
}

const selectOpenGrants = prepared((db, p: { userId: string; at: string }) =>
  db
    .selectFrom('hour_grants as g')
    .innerJoin('hour_entries as e', 'e.grant_id', 'g.id')
    .leftJoin('plan_versions as v', 'v.id', 'g.version_id')
    .select(({ fn }) => [
      'g.id',
      'g.kind',
      'g.tier',
      'v.name as plan',
      'g.minutes',
      'g.period_start',
      'g.period_end',
      'g.expires_at',
      fn.sum<number>('e.minutes').as('remaining_minutes'),
    ])
    .where('g.user_id', '=', p.userId)
    .where('g.period_start', '<=', p.at)
    .where('g.expires_at', '>', p.at)
    .groupBy(['g.id', 'v.name'])
    .having(({ fn }) => fn.sum<number>('e.minutes'), '>', 0)
    .orderBy('g.expires_at')
    .orderBy('g.period_start')
    .orderBy('g.kind')
    .orderBy('g.created_at')
    .orderBy('g.id'),
);

/** The grants valid at `at` that still hold minutes, the first to expire first. */
export const openGrants = (db: Db, userId: string, at: string) => selectOpenGrants(db, { userId, at });

/** The period running at `now`, with the hours granted by all of its invoices; none without a plan. */
export function selectPeriod(db: Db, userId: string, now: string) {
  return db
    .selectFrom('hour_grants as c')
    .select(({ selectFrom }) => [
      'c.period_start',
      'c.period_end',
      selectFrom('hour_grants as g')
        .select(({ fn }) => fn.sum<number>('g.minutes').as('minutes'))
        .where('g.user_id', '=', userId)
        .whereRef('g.period_end', '=', 'c.period_end')
        .where('g.kind', '!=', 'given')
        .as('granted_minutes'),
    ])
    .where('c.user_id', '=', userId)
    .where('c.kind', '=', 'period')
    .where('c.period_start', '<=', now)
    .where('c.period_end', '>', now)
    .orderBy('c.period_start', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The minutes used in the period running at `now` (0 without one), and those held by the grants valid now. */
export const selectBalance = prepared((db, p: { userId: string; now: string }) => {
  const period = db
    .selectFrom('hour_grants as c')
    .where('c.user_id', '=', p.userId)
    .where('c.kind', '=', 'period')
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

/** The minutes held by these people's grants that are valid at `now`. */
export function selectRemainingOf(
  db: Db,
  userIds: readonly string[],
  now: string,
): Promise<{ user_id: string; minutes: number }[]> {
  return db
    .selectFrom('hour_grants as g')
    .innerJoin('hour_entries as e', 'e.grant_id', 'g.id')
    .select(({ fn }) => ['g.user_id', fn.sum<number>('e.minutes').as('minutes')])
    .where('g.user_id', 'in', userIds)
    .where('g.period_start', '<=', now)
    .where('g.expires_at', '>', now)
    .groupBy('g.user_id')
    .execute();
}

/** Uses of an invoice's hours that stand, with their work. */
export function selectWorkOf(db: Db, invoiceId: string) {
  return db
    .selectFrom('hour_entries as e')
    .innerJoin('hour_grants as g', 'g.id', 'e.grant_id')
    .innerJoin('bookings as b', 'b.id', 'e.booking_id')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .select(bookedName.as('service_name'))
    .select(['b.id as booking_id', 'e.at', 'e.minutes'])
    .where('g.invoice_id', '=', invoiceId)
    .where('e.kind', '=', 'use')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('hour_entries as r').select('r.id').whereRef('r.reverses_id', '=', 'e.id'))),
    )
    .orderBy('e.at')
    .execute();
}
