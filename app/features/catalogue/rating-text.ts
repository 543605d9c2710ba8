import type { Service } from '../../../api/contract/schemas/catalogue.ts';

/** '4.8', or '4.6 (12)' with the number of reviews. */
export const ratingText = ({ mean, count }: NonNullable<Service['rating']>): string =>
  count === null ? mean.toFixed(1) : `${mean.toFixed(1)} (${count})`;
