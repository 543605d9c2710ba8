import type { Service, ServiceCategory } from '../../../contract/schemas/catalogue.ts';
import { notFound } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import { presentCategory, presentService } from './catalogue.presenter.ts';
import {
  type ServiceRow,
  selectCategories,
  selectCustomService,
  selectService,
  selectServices,
} from './catalogue.repository.ts';

export async function listCategories(db: Db): Promise<ServiceCategory[]> {
  return (await selectCategories(db, {})).map(presentCategory);
}

export async function listServices(db: Db): Promise<Service[]> {
  return (await selectServices(db, {})).map(presentService);
}

/** @throws Refusal `not_found` */
export async function readService(db: Db, id: string): Promise<Service> {
  return presentService(await findService(db, id));
}

/** A bookable service. */
export interface BookableService {
  id: string;
  name: string;
  /** The price by card; `null` if the service is not sold one by one. */
  priceCents: number | null;
  estimatedMinutes: number;
  categoryId: string;
}

/** The one source of a service's price and length. @throws Refusal `not_found` */
export async function requireService(db: Db, id: string): Promise<BookableService> {
  const row = await findService(db, id);
  return {
    id: row.id,
    name: row.name,
    priceCents: row.price_cents,
    estimatedMinutes: row.estimated_minutes,
    categoryId: row.category_id,
  };
}

/** The service id of bookings made from custom requests; it is neither listed nor bookable. */
export async function requireCustomService(db: Db): Promise<string> {
  const [row] = await selectCustomService(db, {});
  if (!row) throw new Error('The catalogue was not seeded');
  return row.id;
}

async function findService(db: Db, id: string): Promise<ServiceRow> {
  const [row] = await selectService(db, { id });
  if (!row) throw notFound('Service');
  return row;
}
