import type { Db } from '../db/database.ts';
import { catalogue, customService } from './offer.ts';

/**
 * Stores the catalogue: missing rows are added, existing ones get today's texts, prices and lengths. Whether a
 * service is offered stays unchanged. May run at every start and in several processes.
 */
export async function seedCatalogue(db: Db): Promise<void> {
  const categories = catalogue.map(({ services, ...category }, position) => ({ ...category, position }));
  const services = catalogue.flatMap((category) =>
    category.services.map((service, position) => ({
      ...service,
      category_id: category.id,
      position,
      active: 1,
    })),
  );
  const everything = [...services, { ...customService, position: services.length, active: 0 }];
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('service_categories')
      .values(categories)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          slug: ref('excluded.slug'),
          name: ref('excluded.name'),
          description: ref('excluded.description'),
          color: ref('excluded.color'),
          icon: ref('excluded.icon'),
          position: ref('excluded.position'),
        })),
      )
      .execute();
    await tx
      .insertInto('services')
      .values(everything)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          slug: ref('excluded.slug'),
          category_id: ref('excluded.category_id'),
          name: ref('excluded.name'),
          description: ref('excluded.description'),
          price_cents: ref('excluded.price_cents'),
          estimated_minutes: ref('excluded.estimated_minutes'),
          position: ref('excluded.position'),
        })),
      )
      .execute();
  });
}
