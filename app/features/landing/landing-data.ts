import type { Service, ServiceCategory } from '../../../api/contract/schemas/catalogue.ts';
import type { VisitorData } from '../../../api/contract/schemas/visitors/visitor-pages.ts';

/** The services of a category that the landing page names. */
const named = 6;

export interface LandingCategory extends ServiceCategory {
  /** The lowest price of its services in cents; `null` if none is sold one by one. */
  fromCents: number | null;
  /** How many of its services the page does not name. */
  more: number;
}

/** What the landing page shows: also what its script gets, so it has no more of the catalogue than the page. */
export type LandingData = Omit<VisitorData, 'categories' | 'services'> & {
  categories: LandingCategory[];
  services: Pick<Service, 'id' | 'name' | 'categoryId'>[];
};

/** The landing page's part of what is published: the categories with services, the first services of each. */
export function landingData({ categories, services, ...rest }: VisitorData): LandingData {
  const filled = categories
    .map((category) => ({ category, offered: services.filter((one) => one.categoryId === category.id) }))
    .filter(({ offered }) => offered.length > 0);
  return {
    ...rest,
    categories: filled.map(({ category, offered }) => {
      const prices = offered.map(({ price }) => price).filter((price) => price !== null);
      return {
        ...category,
        fromCents: prices.length ? Math.round(Math.min(...prices) * 100) : null,
        more: Math.max(0, offered.length - named),
      };
    }),
    services: filled.flatMap(({ offered }) =>
      offered.slice(0, named).map(({ id, name, categoryId }) => ({ id, name, categoryId })),
    ),
  };
}
