declare module '../../../db/database.ts' {
  interface Database {
    service_categories: ServiceCategoryTable;
    services: ServiceTable;
  }
}

export interface ServiceCategoryTable {
  id: string;
  slug: string;
  name: string;
  description: string;
  color: string;
  icon: string;
  position: number;
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
  /** 0 if the service can no longer be booked; old bookings still name it. */
  active: number;
}
