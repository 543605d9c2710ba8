import { type Kysely, sql } from 'kysely';

/** Other words by which customers look for the services of the first offer. */
const searchWords: Record<string, string> = {
  'washer-and-dryer-repair': 'washing machine, laundry appliance, tumble dryer, spin, repairman',
  'dishwasher-service': 'dish washer, appliance, kitchen, dishes',
  'hot-water-heater': 'plumber, plumbing, boiler, hot water system, tank',
  'tv-and-electronics': 'television, wall mount, sound bar, home theatre, electrician',
  'drain-unclogging': 'plumber, plumbing, blocked drain, sink, toilet, pipe',
  'air-filter-changes': 'air conditioner, aircon, HVAC, heating, cooling',
  'house-and-bathroom-cleaning': 'cleaner, maid, housekeeping, vacuum, mopping, dusting',
  'laundry-service': 'washing, ironing, clothes, linen',
  'gutter-cleaning': 'roof, downpipes, leaves',
  'lawn-mowing': 'gardener, grass, mower, yard',
  'snow-shoveling': 'snow removal, driveway, ice, winter',
  'light-landscaping': 'gardener, gardening, hedge, plants, weeding, mulch',
  'leaf-raking': 'gardener, leaves, yard, autumn',
  'deck-staining': 'timber, wood, oil, varnish, patio',
  'holiday-decorating': 'Christmas lights, tree, decorations',
  'grocery-shopping': 'food, supermarket, groceries',
  'errand-running': 'errands, post office, delivery, chemist',
  'meal-preparation': 'cook, chef, cooking, dinner',
  'dry-cleaning-pickup': 'suit, clothes, laundry',
  'pet-care-and-walking': 'dog walker, dog walking, cat sitter, pet sitting',
  'light-bulb-changes': 'lamp, globe, LED, electrician, handyman',
  'tech-and-internet-help': 'computer, IT support, wifi, router, printer',
  'furniture-moving': 'movers, removalist, assembly, flat pack, IKEA, handyman',
  'wall-painting': 'painter, decorator, paint',
  'pest-control': 'exterminator, insects, ants, spiders, mice, termites',
};

/** The offer becomes the owner's: how a service is booked, what it includes, and a version for each change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const both = ['service_categories', 'services'] as const;
  for (const table of both)
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
  await db.schema
    .alterTable('service_categories')
    .addColumn('active', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  const texts = { included: '', search_words: '', booked_by: 'both', drawing: '' };
  for (const [name, value] of Object.entries(texts))
    await db.schema
      .alterTable('services')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(value))
      .execute();
  await db.schema
    .alterTable('services')
    .addColumn('notice_hours', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  for (const [slug, words] of Object.entries(searchWords))
    await sql`update services set search_words = ${words} where slug = ${slug}`.execute(db);
  // The catalogue's mean ratings are read from this index alone.
  await sql`create index bookings_rated on bookings (service_id, rating) where rating is not null`.execute(
    db,
  );
}
