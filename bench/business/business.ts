import { sql } from 'kysely';
import { migrate } from '../../api/db/migrate.ts';
import { isPostgres, openDatabase } from '../../api/db/open.ts';
import { seedCatalogue } from '../../api/seed/catalogue.ts';
import { addBookings } from './bookings.ts';
import { addCannedReplies, addConversations } from './conversations.ts';
import { addPeople, person } from './people.ts';
import { addPlans } from './plans.ts';

/** A business of this size, with the objects of the views. */
export interface Business {
  adminId: string;
  /** Customers with and without a plan, used in turn. */
  customerIds: string[];
  bookingIds: string[];
}

/** The bookings of each customer; a business a hundred times as large is as many times as old. */
const bookingsEach = 20;
const bookingsAWeek = 200;
const weekMs = 7 * 86_400_000;

/**
 * Fills a database with so many bookings at an even pace up to now, and all rows around them. A week of the small
 * business and one of the large business contain the same work, so growth comes from rows that a view should not
 * read.
 */
export async function fillBusiness(url: string, bookings: number): Promise<Business> {
  const db = openDatabase(url);
  try {
    await migrate(db);
    await seedCatalogue(db);
    const now = Date.now();
    const world = { db, now, began: now - (bookings / bookingsAWeek) * weekMs, bookings };
    const admin = person(0, world.began, 'admin');
    await addPeople(db, [admin]);
    const customers = Array.from({ length: Math.round(bookings / bookingsEach) }, (_, n) =>
      person(n + 1, world.began + ((now - world.began) * n) / (bookings / bookingsEach), 'customer'),
    );
    await addPeople(db, customers);
    const ids = customers.map(({ id }) => id);
    await addBookings(world, ids, admin.id);
    await addPlans(world, ids);
    await addConversations(world, ids, admin.id);
    await addCannedReplies(db);
    // Statistics that a database in use has collected by itself.
    if (isPostgres(db)) await sql`analyze`.execute(db);
    const step = Math.max(1, Math.floor(ids.length / 20));
    return {
      adminId: admin.id,
      customerIds: ids.filter((_, n) => n % step === 0),
      bookingIds: (await db.selectFrom('bookings').select('id').limit(20).execute()).map(({ id }) => id),
    };
  } finally {
    await db.destroy();
  }
}
