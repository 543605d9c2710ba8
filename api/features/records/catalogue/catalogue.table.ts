import type { BookedBy } from '../../../contract/schemas/catalogue.ts';

declare module '../../../db/database.ts' {
  interface Database {
    service_categories: ServiceCategoryTable;
    services: ServiceTable;
    offer_revisions: OfferRevisionTable;
  }
}

export interface ServiceCategoryTable {
  id: string;
  slug: string;
  name: string;
  description: string;
  color: string;
  icon: string;
  /** The name on the tab of the catalogue; '' for the whole name. */
  short_name: string;
  /** The uploaded picture that stands in place of the drawing; `null` without one. */
  picture: string | null;
  position: number;
  /** 0 if none of its services is offered. */
  active: number;
  /** Counts the changes; a change names the version that its author saw. */
  version: number;
}

export interface ServiceTable {
  id: string;
  slug: string;
  category_id: string;
  name: string;
  description: string | null;
  price_cents: number | null;
  estimated_minutes: number;
  position: number;
  /** 0 if the service is retired: it can no longer be booked, and old bookings still name it. */
  active: number;
  /** What is included, one line for each thing; '' for nothing. */
  included: string;
  /** Other words by which customers find it. */
  search_words: string;
  booked_by: BookedBy;
  /** How long before the visit it must be booked. */
  notice_hours: number;
  /** The slug of the service whose drawing it has; '' for its own. */
  drawing: string;
  /** The uploaded picture that stands in place of the drawing; `null` without one. */
  picture: string | null;
  /** The version that last changed the price or the length. */
  terms_version: number;
  /** Counts the changes; a change names the version that its author saw. */
  version: number;
}

/** One row, once the offer has been changed. */
export interface OfferRevisionTable {
  id: number;
  /** Counts the changes of categories, services and their questions. */
  revision: number;
}
