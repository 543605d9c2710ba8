import type { Selectable } from 'kysely';
import type { Service, ServiceCategory } from '../../../contract/schemas/catalogue.ts';
import type { ServiceRow } from './catalogue.repository.ts';
import type { ServiceCategoryTable } from './catalogue.table.ts';

export function presentCategory(row: Selectable<ServiceCategoryTable>): ServiceCategory {
  const { id, name, short_name, description, color, icon, picture } = row;
  return {
    id,
    name,
    description,
    color,
    icon,
    ...(short_name && { shortName: short_name }),
    ...(picture && { picture }),
  };
}

/** A service as customers see it; values that say nothing are left out. */
export function presentService(
  row: ServiceRow,
  rating?: Service['rating'],
  questions: Service['questions'] = [],
): Service {
  const { included, search_words, booked_by, notice_hours, drawing, picture } = row;
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    // Without a price, pages of earlier releases offer no card.
    price: row.price_cents === null || booked_by === 'plan' ? null : row.price_cents / 100,
    estimatedHours: row.estimated_minutes / 60,
    categoryId: row.category_id,
    category: {
      name: row.category_name,
      color: row.category_color,
      icon: row.category_icon,
      ...(row.category_picture && { picture: row.category_picture }),
    },
    ...(included && { included: included.split('\n') }),
    ...(search_words && { searchWords: search_words }),
    ...(booked_by !== 'both' && { bookedBy: booked_by }),
    ...(notice_hours > 0 && { noticeHours: notice_hours }),
    ...(drawing && { drawing }),
    ...(picture && { picture }),
    ...(questions.length > 0 && { questions }),
    ...(rating && { rating }),
  };
}
