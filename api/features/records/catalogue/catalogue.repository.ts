import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';

export const selectCategories = prepared((db) =>
  db.selectFrom('service_categories').selectAll().orderBy('position').orderBy('id'),
);

const services = (db: Db) =>
  db
    .selectFrom('services as s')
    .innerJoin('service_categories as c', 'c.id', 's.category_id')
    .select([
      's.id',
      's.slug',
      's.name',
      's.description',
      's.price_cents',
      's.estimated_minutes',
      's.category_id',
      'c.name as category_name',
      'c.color as category_color',
      'c.icon as category_icon',
    ])
    .where('s.active', '=', 1);

export type ServiceRow = Awaited<ReturnType<typeof selectServices>>[number];

/** The bookable services, in the catalogue's order. */
export const selectServices = prepared((db) =>
  services(db).orderBy('c.position').orderBy('s.position').orderBy('s.id'),
);

/** One bookable service. */
export const selectService = prepared((db, p: { id: string }) => services(db).where('s.id', '=', p.id));

/** The service of bookings made from custom requests; it is never offered. */
export const selectCustomService = prepared((db) =>
  db.selectFrom('services').select('id').where('slug', '=', 'custom-service'),
);
