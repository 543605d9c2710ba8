import type { OfferServiceForm } from '../../contract/schemas/offer.ts';
import type { ServiceTable } from '../../features/records/catalogue/catalogue.table.ts';

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
