import type { Service } from '../../../api/contract/schemas/catalogue.ts';

/** The services that most homes begin with, where the business offers them. */
const usual = ['house-and-bathroom-cleaning', 'lawn-mowing', 'washer-and-dryer-repair'];
const most = 3;

/** Services that a newcomer can book with a card: the usual ones, then the first with a price of each other category. */
export function firstServices(services: readonly Service[]): Service[] {
  const sold = services.filter(({ price, bookedBy }) => price !== null && bookedBy !== 'plan');
  const known = usual.flatMap((slug) => sold.find((service) => service.slug === slug) ?? []);
  const taken = new Set(known.map(({ categoryId }) => categoryId));
  const others = sold.filter(({ categoryId }) => !taken.has(categoryId) && taken.add(categoryId));
  return [...known, ...others].slice(0, most);
}
