import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type BookingStatus, bookingStatuses } from '../api/contract/schemas/bookings.ts';
import { migrate } from '../api/db/migrate.ts';
import { openDatabase } from '../api/db/open.ts';
import type { BookingTable } from '../api/features/records/bookings/bookings.table.ts';
import { seedCatalogue } from '../api/seed/catalogue.ts';
import { addNotes, aUser } from '../api/testing/builders/builders.ts';

const bookingsEach = 200;
const notes = 'Please ring twice; the dog is friendly and the key is with the neighbour.';

/** The person who signs in for the load, and the bookings that their messages go to. */
export interface Reader {
  userId: string;
  bookingIds: string[];
}

/** A database of 200 bookings for each of so many people, the first of whom is the reader. */
export async function fillDatabase(folder: string, people = 500): Promise<Reader> {
  const db = openDatabase(join(folder, 'hearthkeep.sqlite'));
  await migrate(db);
  await seedCatalogue(db);
  const services = await db.selectFrom('services').select(['id', 'estimated_minutes']).execute();
  const reader: Reader = { userId: '', bookingIds: [] };
  for (let person = 0; person < people; person++) {
    const user = await aUser(db);
    const bookings = Array.from({ length: bookingsEach }, (_, i): BookingTable => {
      const service = services[(person + i) % services.length];
      if (!service) throw new Error('the catalogue is empty');
      const created = new Date(Date.UTC(2026, 0, 1) + (i * people + person) * 60_000).toISOString();
      const status: BookingStatus = bookingStatuses[i % bookingStatuses.length] ?? 'pending';
      return {
        id: randomUUID(),
        user_id: user.id,
        service_name: null,
        service_id: service.id,
        status,
        payment_type: 'subscription',
        scheduled_date: created,
        window_minutes: null,
        completed_date: status === 'completed' ? created : null,
        estimated_minutes: service.estimated_minutes,
        actual_minutes: status === 'completed' ? service.estimated_minutes : null,
        review: null,
        rating: null,
        reviewed_at: null,
        price_cents: null,
        payment_id: null,
        unpaid_since: null,
        time_taken: null,
        client_id: null,
        created_at: created,
        updated_at: created,
      };
    });
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('bookings').values(bookings).execute();
      await addNotes(tx, bookings, notes);
    });
    if (person === 0) {
      reader.userId = user.id;
      reader.bookingIds = bookings.map((booking) => booking.id);
    }
  }
  await db.destroy();
  return reader;
}
