import { type Kysely, sql } from 'kysely';
import type { BookingDetails } from '../../../contract/rules/booking-details.ts';
import { composeNotes, detailsIn } from '../../../contract/rules/booking-text.ts';
import type { Db } from '../../database.ts';
import { isPostgres } from '../../open.ts';

const columns: [column: string, name: keyof BookingDetails][] = [
  ['customer_name', 'customerName'],
  ['phone', 'phone'],
  ['email', 'email'],
  ['address', 'address'],
  ['city', 'city'],
  ['state', 'state'],
  ['postal_code', 'postalCode'],
  ['emergency_contact', 'emergencyContact'],
  ['emergency_phone', 'emergencyPhone'],
  ['subscription_tier', 'subscriptionTier'],
  ['access_instructions', 'accessInstructions'],
  ['notes', 'notes'],
];
const rowsAtOnce = 200;

interface Stored {
  id: string;
  notes: string;
  payment_type: string;
  service_name: string | null;
  description: string;
  priority: string;
  location: string;
  contact_info: string;
}

/**
 * The details of bookings in columns; the text that held them is composed from these. A text that the columns do not
 * give back byte for byte is kept whole beside them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('booking_details')
    .addColumn('booking_id', 'text', (c) => c.primaryKey().references('bookings.id').onDelete('cascade'));
  for (const [column] of columns) table = table.addColumn(column, 'text');
  await table.addColumn('as_sent', 'text').execute();

  for (let last = ''; ; ) {
    const { rows } = await sql<Stored>`select b.id, b.notes, b.payment_type,
        r.service_name, r.description, r.priority, r.location, r.contact_info
      from bookings b left join custom_requests r on r.booking_id = b.id
      where b.id > ${last} and b.notes is not null order by b.id limit ${sql.lit(rowsAtOnce)}`.execute(db);
    const end = rows.at(-1);
    if (!end) break;
    const names = ['booking_id', ...columns.map(([column]) => column), 'as_sent'].map((name) =>
      sql.ref(name),
    );
    const values = rows.map((row) => sql`(${sql.join(cellsOf(row))})`);
    await sql`insert into booking_details (${sql.join(names)}) values ${sql.join(values)}`.execute(db);
    last = end.id;
  }

  await db.schema.dropIndex('bookings_called_off').execute();
  if (isPostgres(db as Db))
    // PostgreSQL rewrites the whole table for a type that comes from an expression: erased details must be nowhere.
    await sql`alter table bookings drop column notes, alter column review type text using review || ''`.execute(
      db,
    );
  else await db.schema.alterTable('bookings').dropColumn('notes').execute();
  // Begins as the other indexes of cancelled bookings do (2026-12-06).
  await sql`create index bookings_called_off on bookings (status, updated_at, id)
    where status = 'cancelled' and payment_id is null`.execute(db);
}

function cellsOf(row: Stored): (string | null)[] {
  // The server itself wrote the texts of card payments, and wrote this label in another way. The text of a request
  // is its customer's, also if the work was paid by card.
  const isServers = row.payment_type === 'one_time' && row.service_name === null;
  const text = isServers ? row.notes.replace('\nEmail: ', '\nE-mail: ') : row.notes;
  const details = detailsIn(text);
  const own = columns.map(([, name]) => details[name] ?? null);
  const composed = composeNotes({
    ...Object.fromEntries(columns.map(([, name]) => [name, details[name]])),
    // A request's own details are columns of its table already.
    ...(row.service_name !== null && {
      serviceName: row.service_name,
      description: row.description,
      priority: row.priority,
      location: row.location,
      contactInfo: row.contact_info,
    }),
  });
  return [row.id, ...own, composed === text ? null : row.notes];
}
