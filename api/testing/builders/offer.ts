import type { OfferServiceForm } from '../../contract/schemas/offer.ts';
import type { Db } from '../../db/database.ts';
import type { ServiceTable } from '../../features/records/catalogue/catalogue.table.ts';
import { beginRevision } from '../../features/records/catalogue/offer/offer.repository.ts';

/** Changes a service, or all of them, while nobody looks. */
export async function changeServices(db: Db, change: Partial<ServiceTable>, slug?: string): Promise<void> {
  const all = db.updateTable('services').set(change);
  await (slug ? all.where('slug', '=', slug) : all).execute();
  await beginRevision(db);
}

/** The form that leaves a service as it is. */
export const aServiceForm = (service: ServiceTable): OfferServiceForm => ({
  categoryId: service.category_id,
  name: service.name,
  description: service.description ?? '',
  priceCents: service.price_cents,
  minutes: service.estimated_minutes,
  included: service.included ? service.included.split('\n') : [],
  searchWords: service.search_words,
  bookedBy: service.booked_by,
  noticeHours: service.notice_hours,
  drawing: service.drawing,
  questions: [],
  isOffered: service.active === 1,
  version: service.version,
});
