import type { Offer } from '../../../../api/contract/schemas/offer.ts';

/** The offer once this service or category is on it, or off it. */
export const offeredIn = (offer: Offer, id: string, isOffered: boolean): Offer => {
  const put = <Row extends { id: string }>(row: Row): Row => (row.id === id ? { ...row, isOffered } : row);
  const categories = offer.categories.map((one) => put({ ...one, services: one.services.map(put) }));
  return { ...offer, categories };
};

/** Whether no service and no category was ever changed: customers see those that came with the installation. */
export const isAsInstalled = ({ categories }: Offer): boolean =>
  categories.length > 0 &&
  categories.every(({ version, services }) => version === 1 && services.every((one) => one.version === 1));
