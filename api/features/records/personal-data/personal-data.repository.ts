import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { isPostgres } from '../../../db/open.ts';
import { itsOwnId, type Whose } from './map.types.ts';

export type Row = Record<string, string | number | null>;

/** Whether a row is this person's, by the map. */
export const isTheirs = ({ column, of }: Whose, userId: string): RawBuilder<boolean> =>
  of
    ? sql`${sql.ref(column)} in (select id from ${sql.table(of)} where user_id = ${userId})`
    : sql`${sql.ref(column)} = ${userId}`;

/**
 * The next rows of a person in a table.
 * @param p.order columns that are unique together among the person's rows and never empty
 * @param p.after the values of those columns in the last row that was read
 */
export async function selectTheirs(
  db: Db,
  p: {
    table: string;
    whose: Whose;
    userId: string;
    columns: readonly string[];
    order: readonly string[];
    after: readonly (string | number | null)[] | null;
    rows: number;
  },
): Promise<Row[]> {
  const order = sql.join(p.order.map((column) => sql.ref(column)));
  const columns = sql.join([...new Set([...p.columns, ...p.order])].map((column) => sql.ref(column)));
  const next = p.after ? sql`and (${order}) > (${sql.join(p.after)})` : sql``;
  const { rows } = await sql<Row>`
    select ${columns} from ${sql.table(p.table)}
    where ${isTheirs(p.whose, p.userId)} ${next}
    order by ${order} limit ${p.rows}`.execute(db);
  return rows;
}

/** The names of the services in a person's bookings and payments. */
export function selectServicesOf(db: Db, userId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('services')
    .select(['id', 'name'])
    .where((e) =>
      e.or([
        e('id', 'in', e.selectFrom('bookings').select('service_id').where('user_id', '=', userId)),
        e('id', 'in', e.selectFrom('payments').select('service_id').where('user_id', '=', userId)),
      ]),
    )
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/**
 * The photos of a person's threads, by pages, and those with which they answered; photos of other writers only once
 * sent.
 */
export function selectPhotosOf(
  db: Db,
  p: { userId: string; after: string; rows: number },
): Promise<{ id: string; file_id: string }[]> {
  return db
    .selectFrom('photos')
    .select(['id', 'file_id'])
    .where('booking_id', 'in', (q) => q.selectFrom('bookings').select('id').where('user_id', '=', p.userId))
    .where((e) => e.or([e('owner_id', '=', p.userId), e('message_id', 'is not', null)]))
    .where('id', '>', p.after)
    .unionAll((q) =>
      q
        .selectFrom('answer_photos')
        .select(['id', 'file_id'])
        .where('owner_id', '=', p.userId)
        .where('id', '>', p.after),
    )
    .orderBy('id')
    .limit(p.rows)
    .execute();
}

/** The engine's own id of a row, whatever its key is. */
const rowOf = (db: Db) => sql.raw(isPostgres(db) ? 'ctid' : 'rowid');

/** Deletes a person's rows in a table, at most `rows`. @returns how many */
export async function deleteTheirs(
  db: Tx,
  p: { table: string; whose: Whose; userId: string; rows: number },
): Promise<number> {
  const row = rowOf(db);
  const { numAffectedRows } = await sql`delete from ${sql.table(p.table)} where ${row} in
    (select ${row} from ${sql.table(p.table)} where ${isTheirs(p.whose, p.userId)} limit ${p.rows})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Empties a person's rows in a table that are not empty yet, at most `rows`. @returns how many */
export async function emptyTheirs(
  db: Tx,
  p: {
    table: string;
    whose: Whose;
    userId: string;
    rows: number;
    cells: readonly (readonly [column: string, value: string | number | null | typeof itsOwnId])[];
  },
): Promise<number> {
  const row = rowOf(db);
  const cells = p.cells.map(([column, value]) => ({
    column: sql.ref(column),
    value: value === itsOwnId ? sql.ref('id') : sql.lit(value),
  }));
  const sets = sql.join(cells.map(({ column, value }) => sql`${column} = ${value}`));
  const isFull = sql.join(
    cells.map(({ column, value }) => sql`${column} is distinct from ${value}`),
    sql` or `,
  );
  const { numAffectedRows } = await sql`update ${sql.table(p.table)} set ${sets} where ${row} in
    (select ${row} from ${sql.table(p.table)}
     where ${isTheirs(p.whose, p.userId)} and (${isFull}) limit ${p.rows})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
