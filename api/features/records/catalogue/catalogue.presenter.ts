import type { Selectable } from 'kysely';
import type { Service, ServiceCategory } from '../../../contract/schemas/catalogue.ts';
import type { ServiceRow } from './catalogue.repository.ts';
import type { ServiceCategoryTable } from './catalogue.table.ts';

export function presentCategory(row: Selectable<ServiceCategoryTable>): ServiceCategory {
  return { id: row.id, name: row.name, description: row.description, color: row.color, icon: row.icon };
}

export function presentService(row: ServiceRow): Service {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    price: row.price_cents === null ? null : row.price_cents / 100,
    estimatedHours: row.estimated_minutes / 60,
    categoryId: row.category_id,
    category: { name: row.category_name, color: row.category_color, icon: row.category_icon },
  };
}
