import type { Service } from '../../../api/contract/schemas/catalogue.ts';

/** The ways to get a service: by plan, by card for its price, or by a quote if it has no price. */
export const waysOf = ({ price, bookedBy }: Pick<Service, 'price' | 'bookedBy'>) => ({
  plan: bookedBy !== 'card',
  card: price !== null && bookedBy !== 'plan',
  quote: price === null && bookedBy === undefined,
});
