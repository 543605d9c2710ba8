import { expect, test } from 'vitest';
import type { Offer } from '../../../../api/contract/schemas/offer.ts';
import { inOrder, moved } from './order.ts';

test('a member moves up, down, and to both ends', () => {
  const list = ['a', 'b', 'c', 'd'];
  expect(moved(list, 2, 0)).toEqual(['c', 'a', 'b', 'd']);
  expect(moved(list, 0, 3)).toEqual(['b', 'c', 'd', 'a']);
  expect(moved(list, 1, 2)).toEqual(['a', 'c', 'b', 'd']);
  expect(list).toEqual(['a', 'b', 'c', 'd']);
});

const offer = {
  categories: [
    { id: 'home', services: [{ id: '1' }, { id: '2' }] },
    { id: 'garden', services: [{ id: '3' }, { id: '4' }] },
  ],
  drafts: [{ serviceId: '1' }],
} as Offer;

test('the services of one category, or the categories, are put into an order, and drafts stay', () => {
  const order = ({ categories }: Offer) => categories.map((c) => [c.id, ...c.services.map((s) => s.id)]);
  expect(order(inOrder(offer, 'garden', ['4', '3']))).toEqual([
    ['home', '1', '2'],
    ['garden', '4', '3'],
  ]);
  expect(order(inOrder(offer, null, ['garden', 'home']))[0]).toEqual(['garden', '3', '4']);
  for (const one of [inOrder(offer, 'garden', ['4', '3']), inOrder(offer, null, ['garden', 'home'])])
    expect(one.drafts).toEqual(offer.drafts);
});
