import type { Offer } from '../../../../api/contract/schemas/offer.ts';

/** The list with one member at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.toSpliced(from, 1);
  return others.toSpliced(to, 0, ...list.slice(from, from + 1));
}

/** The offer in another order. @param categoryId the category whose services move; `null` if the categories do */
export function inOrder(offer: Offer, categoryId: string | null, ids: readonly string[]): Offer {
  const sorted = <T extends { id: string }>(list: readonly T[]): T[] =>
    list.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  if (categoryId === null) return { ...offer, categories: sorted(offer.categories) };
  return {
    ...offer,
    categories: offer.categories.map((one) =>
      one.id === categoryId ? { ...one, services: sorted(one.services) } : one,
    ),
  };
}
