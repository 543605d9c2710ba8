import { expect, test } from 'vitest';
import type { Offer } from '../../../../api/contract/schemas/offer.ts';
import { isAsInstalled, offeredIn } from './offered.ts';

const offer = {
  categories: [
    { id: 'home', version: 1, isOffered: true, services: [{ id: '1', version: 1, isOffered: true }] },
    { id: 'garden', version: 1, isOffered: true, services: [{ id: '2', version: 1, isOffered: true }] },
  ],
  drafts: [{ serviceId: '1' }],
} as Offer;

test('a service or a category is on the offer or off it, and the others stay', () => {
  const isOffered = (of: Offer) =>
    of.categories.flatMap((one) => [one, ...one.services].map((row) => [row.id, row.isOffered]));
  expect(isOffered(offeredIn(offer, '3', false))).toEqual(
    isOffered(offer).map(([id, on]) => [id, id === '3' ? false : on]),
  );
  expect(isOffered(offeredIn(offer, 'home', false))).toEqual(
    isOffered(offer).map(([id, on]) => [id, id === 'home' ? false : on]),
  );
});

test('an offer is as installed until one of its services or categories is changed', () => {
  const [home, garden] = offer.categories;
  if (!home || !garden) throw new Error('The offer has no categories');
  expect(isAsInstalled(offer)).toBe(true);
  expect(isAsInstalled({ ...offer, categories: [home, { ...garden, version: 2 }] })).toBe(false);
  const services = garden.services.map((one) => ({ ...one, version: 2 }));
  expect(isAsInstalled({ ...offer, categories: [home, { ...garden, services }] })).toBe(false);
  expect(isAsInstalled({ categories: [] })).toBe(false);
});
