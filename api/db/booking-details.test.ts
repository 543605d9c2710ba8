import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookingDetailNames } from '../contract/rules/booking-details.ts';
import { columnOf } from '../core/column-of.ts';
import { detailColumns } from '../features/records/bookings/booking-details/booking-details.table.ts';
import { notesOf } from '../features/records/bookings/booking-details/booking-details.ts';
import { aBooking, aService, aUser } from '../testing/builders/builders.ts';
import { type TestDatabase, testDatabase } from '../testing/databases/database.ts';
import type { Tx } from './database.ts';
import * as bookingDetails from './migrations/2026-12/2026-12-14-booking-details.ts';
import { isPostgres } from './open.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  // The tables as in the release before.
  await sql`drop table booking_details`.execute(db);
  await sql`drop index bookings_called_off`.execute(db);
  await sql`alter table bookings add column notes text`.execute(db);
  await sql`create index bookings_called_off on bookings (status, updated_at, id)
    where status = 'cancelled' and payment_id is null and notes is not null`.execute(db);
});
afterAll(() => database.close());

const plan = [
  'Name: Ann Lee',
  'Phone: 0400 000 000',
  'E-mail: ann@example.com',
  'Address: 12 Wattle Street',
  'City: Newtown',
  'State: NSW',
  'Postcode: 2042',
  'Emergency contact: Bo Lee',
  'Emergency phone: 0400 000 001',
  'Plan: Standard',
  'Access: Side gate, code 4417',
  'Notes: Mind the cat.\nEmail: not this one',
].join('\n');
const card =
  'Name: Ann Lee\nPhone: 0400 000 000\nEmail: ann@example.com\nAddress: 12 Wattle Street, Newtown NSW\nNotes: Hi\nEmail: no';
const request = {
  service_name: 'Piano tuning',
  description: 'An upright.\nNot tuned for years.',
  priority: 'urgent',
  location: '12 Wattle Street, Newtown',
  contact_info: '0400 000 000',
};
const requestText = [
  'Custom Service Request: Piano tuning',
  'Description: An upright. Not tuned for years.',
  'Priority: Urgent (24-48 hours)',
  'Location: 12 Wattle Street, Newtown',
  'Contact: 0400 000 000',
].join('\n');
const of = (columns: object) => ({ d_as_sent: null, d_notes: null, d_customer_name: null, ...columns });

/**
 * Texts as earlier releases stored them, with the columns that each becomes; the text composed from these is the same
 * unless `after` is given.
 */
const kinds = {
  plan: {
    text: plan,
    columns: of({
      d_customer_name: 'Ann Lee',
      d_email: 'ann@example.com',
      d_postal_code: '2042',
      d_subscription_tier: 'standard',
      d_access_instructions: 'Side gate, code 4417',
      d_notes: 'Mind the cat.\nEmail: not this one',
    }),
  },
  card: {
    text: card,
    payment: 'one_time',
    columns: of({
      d_customer_name: 'Ann Lee',
      d_email: 'ann@example.com',
      d_address: '12 Wattle Street, Newtown NSW',
      d_notes: 'Hi\nEmail: no',
    }),
    // The server's own spelling, now as in all other texts.
    after: card.replace('\nEmail: ann', '\nE-mail: ann'),
  },
  request: {
    text: `${requestText}\nNotes: Mind the cat`,
    request: true,
    columns: of({ d_notes: 'Mind the cat' }),
  },
  'request without notes': { text: requestText, request: true, columns: of({}) },
  'request in few words': {
    text: 'Custom Service Request: Piano tuning\nNotes: Mind the cat',
    request: true,
    columns: of({
      d_notes: 'Mind the cat',
      d_as_sent: 'Custom Service Request: Piano tuning\nNotes: Mind the cat',
    }),
  },
  'words of no form': { text: 'Ring twice\nplease', columns: of({ d_as_sent: 'Ring twice\nplease' }) },
  'card with words of no form': {
    text: 'Ring twice\nEmail: ann@example.com',
    payment: 'one_time',
    columns: of({ d_email: 'ann@example.com', d_as_sent: 'Ring twice\nEmail: ann@example.com' }),
  },
  hostile: {
    text: '\u202eName: مفتاح\r\nName: 🏡\nAddress: 12 Wattle Street\nCustom Service Request: none\n\n',
    columns: of({
      d_customer_name: '🏡',
      d_address: '12 Wattle Street',
      d_as_sent: '\u202eName: مفتاح\r\nName: 🏡\nAddress: 12 Wattle Street\nCustom Service Request: none\n\n',
    }),
  },
  'request paid by card': {
    text: `${requestText}\nNotes: Please write to my partner.\nEmail: bo@example.com`,
    request: true,
    payment: 'one_time',
    columns: of({ d_notes: 'Please write to my partner.\nEmail: bo@example.com' }),
  },
  erased: { text: null, columns: of({ details_of: null }) },
} satisfies Record<
  string,
  { text: string | null; payment?: string; request?: true; columns: object; after?: string }
>;
type Kind = { text: string | null; payment?: 'one_time'; request?: true; columns: object; after?: string };

/** Adds the columns of the details that later migrations brought. */
async function addLaterDetails() {
  const { db } = database;
  const tables = await db.introspection.getTables();
  const columns = tables.find(({ name }) => name === 'booking_details')?.columns.map(({ name }) => name);
  for (const column of bookingDetailNames.map(columnOf))
    if (!columns?.includes(column))
      await sql`alter table booking_details add column ${sql.ref(column)} text`.execute(db);
}

test('stored texts become columns, and every text reads as before', async () => {
  const { db } = database;
  const given = { notes: null, user_id: (await aUser(db)).id, service_id: (await aService(db)).id };
  const stored = new Map<string, Kind>();
  const store = async (tx: Tx, kind: Kind) => {
    const { id } = await aBooking(tx, { ...given, payment_type: kind.payment ?? 'subscription' });
    await sql`update bookings set notes = ${kind.text}, review = ${kind.text ? 'Good' : null} where id = ${id}`.execute(
      tx,
    );
    if (kind.request)
      await sql`insert into custom_requests ${sql.raw('(booking_id, service_name, description, priority, location, contact_info)')}
        values (${sql.join([id, ...Object.values(request)])})`.execute(tx);
    stored.set(id, kind);
  };
  // More rows than are read at once, some of each kind among them.
  await db.transaction().execute(async (tx) => {
    for (let round = 0; round < 25; round += 1)
      for (const kind of Object.values(kinds) as Kind[]) await store(tx, kind);
  });
  const fileOf = async () =>
    isPostgres(db)
      ? (await sql<{ file: string }>`select pg_relation_filepath('bookings') as file`.execute(db)).rows[0]
          ?.file
      : null;
  const before = await fileOf();

  await bookingDetails.up(db as unknown as Kysely<unknown>);
  await addLaterDetails();

  const rows = await db
    .selectFrom('bookings as b')
    .leftJoin('booking_details as d', 'd.booking_id', 'b.id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .select(detailColumns)
    .select([
      'b.id',
      'b.review',
      'r.service_name',
      'r.description',
      'r.priority',
      'r.location',
      'r.contact_info',
    ])
    .execute();
  expect(rows).toHaveLength(stored.size);
  for (const { id, service_name, ...row } of rows) {
    const kind = stored.get(id);
    expect(row).toMatchObject({ review: kind?.text ? 'Good' : null, ...kind?.columns });
    const requestRow = service_name === null ? null : { ...row, service_name };
    expect(notesOf(row, requestRow)).toBe(kind?.after ?? kind?.text);
  }
  const tables = await db.introspection.getTables();
  const columns = tables.find(({ name }) => name === 'bookings')?.columns.map(({ name }) => name);
  expect(columns).not.toContain('notes');
  if (isPostgres(db)) expect(await fileOf(), 'no file has the old texts any more').not.toBe(before);
});
