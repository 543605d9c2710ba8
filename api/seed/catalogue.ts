import type { Db } from '../db/database.ts';
import { unclaimedText } from './claims.ts';
import { catalogue, customService } from './offer.ts';

const first = { active: 1, version: 1 };
const plain = {
  ...first,
  terms_version: 1,
  included: '',
  booked_by: 'both',
  notice_hours: 0,
  drawing: '',
} as const;

/**
 * Fills an empty catalogue with the first offer. Afterwards the database's offer stands: rows are never deleted, so it
 * is never empty again. May run at every start and in several processes.
 * @param isSandbox whether everybody signs in as a persona; only then the offer makes claims
 */
export async function seedCatalogue(db: Db, { isSandbox = true } = {}): Promise<void> {
  const described = <T extends { description: string }>(row: T): T =>
    isSandbox ? row : { ...row, description: unclaimedText(row.description) };
  const categories = catalogue.map(({ services, ...category }, position) => ({
    ...described(category),
    // The tabs of the spec have one word.
    short_name: category.name.split(' ')[0] ?? '',
    ...first,
    position,
  }));
  const services = catalogue.flatMap((category) =>
    category.services.map((service, position) => ({
      ...plain,
      ...described(service),
      category_id: category.id,
      position,
    })),
  );
  const everything = [...services, { ...plain, ...customService, position: services.length, active: 0 }];
  await db.transaction().execute(async (tx) => {
    if (await tx.selectFrom('services').select('id').limit(1).executeTakeFirst()) return;
    // Another process may fill it at the same time.
    await tx
      .insertInto('service_categories')
      .values(categories)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .insertInto('services')
      .values(everything)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
