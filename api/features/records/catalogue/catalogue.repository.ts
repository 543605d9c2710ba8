import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';

export const selectCategories = prepared((db) =>
  db.selectFrom('service_categories').selectAll().where('active', '=', 1).orderBy('position').orderBy('id'),
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
      's.included',
      's.search_words',
      's.booked_by',
      's.notice_hours',
      's.drawing',
      's.picture',
      's.terms_version',
      'c.name as category_name',
      'c.color as category_color',
      'c.icon as category_icon',
      'c.picture as category_picture',
    ])
    .where('s.active', '=', 1)
    .where('c.active', '=', 1);

/** The number of the offer's present revision. */
export const selectRevision = prepared((db) => db.selectFrom('offer_revisions').select('revision'));

export type ServiceRow = Awaited<ReturnType<typeof selectServices>>[number];

/** The bookable services, in the catalogue's order. */
export const selectServices = prepared((db) =>
  services(db).orderBy('c.position').orderBy('s.position').orderBy('s.id'),
);

/** One bookable service. */
export const selectService = prepared((db, p: { id: string }) => services(db).where('s.id', '=', p.id));

/** The notice of a service, also of a retired one. */
export const selectNotice = prepared((db, p: { id: string }) =>
  db.selectFrom('services').select(['name', 'category_id', 'notice_hours']).where('id', '=', p.id),
);

/** Whether there is or was such a service; the one of custom requests does not count. */
export const selectRetired = prepared((db, p: { id: string }) =>
  db.selectFrom('services').select('id').where('id', '=', p.id).where('slug', '!=', 'custom-service'),
);

/** The number and sum of the reviews of each service that has any. */
export const selectRatings = prepared((db) =>
  db
    .selectFrom('bookings')
    .select(({ fn }) => [
      'service_id',
      fn.countAll<number | string>().as('reviews'),
      fn.sum<number | string>('rating').as('stars'),
    ])
    .where('rating', 'is not', null)
    .groupBy('service_id'),
);

export type RatingRow = Awaited<ReturnType<typeof selectRatings>>[number];

/** The service of bookings made from custom requests; it is never offered. */
export const selectCustomService = prepared((db) =>
  db.selectFrom('services').select('id').where('slug', '=', 'custom-service'),
);
