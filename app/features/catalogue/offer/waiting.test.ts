import { expect, test } from 'vitest';
import type {
  Offer,
  OfferCategory,
  OfferDraft,
  OfferService,
} from '../../../../api/contract/schemas/offer.ts';
import { categoriesToChoose, changeWords, chosenBody, followsWords, groupsOf, waitingIn } from './waiting.ts';

const service: OfferService = {
  ...{ description: '', included: [], searchWords: '', bookedBy: 'both', noticeHours: 0 },
  ...{ id: 's1', slug: 'lawn', categoryId: 'c1', name: 'Lawn care', priceCents: 9500, minutes: 90 },
  ...{ drawing: '', picture: null, questions: [], isOffered: true, version: 3 },
};
const look = { description: '', color: 'leaf', icon: 'leaf', shortName: '', picture: null } as const;
const category: OfferCategory = {
  ...look,
  ...{ id: 'c1', name: 'Garden', isOffered: true, version: 2, services: [service] },
};
const { id: _, slug: __, ...published } = service;
const draftOf = (serviceId: string, given: Partial<OfferDraft> = {}): OfferDraft => ({
  ...published,
  ...{ serviceId, isNew: false, publishOn: null, together: null, problem: '', version: 1, ...given },
});
const { services: ___, id: ____, ...categoryValues } = category;
const offer: Offer = {
  categories: [category],
  drafts: [
    draftOf('s1', { priceCents: 11_000, together: 'g', publishOn: '2027-03-01' }),
    draftOf('s2', { isNew: true, name: 'Hedges', categoryId: 'c2', together: 'alone' }),
  ],
  categoryDrafts: [
    {
      ...{ ...categoryValues, categoryId: 'c1', isOffered: false, isNew: false, problem: '', version: 4 },
      ...{ together: 'g', publishOn: '2027-03-01' },
    },
    {
      ...{ ...categoryValues, categoryId: 'c2', name: 'Pools', isNew: true, problem: '', version: 1 },
      ...{ publishOn: null },
    },
  ],
};

test('changes that are published as one stand together, and one of its own stands alone', () => {
  const { groups, alone } = groupsOf(waitingIn(offer));
  expect(
    groups.map(({ together, publishOn, items }) => [together, publishOn, items.map(({ id }) => id)]),
  ).toEqual([['g', '2027-03-01', ['c1', 's1']]]);
  expect(alone.map(({ id }) => id)).toEqual(['c2', 's2']);
});

test('each change says in words what will be another than now', () => {
  expect(waitingIn(offer).map(changeWords)).toEqual([
    'Not offered',
    'Price: $110.00',
    'New category',
    'New: 1.5 h · $95',
  ]);
});

test('a service may stand in a category that is new and waits', () => {
  expect(categoriesToChoose(offer).map(({ name }) => name)).toEqual(['Garden', 'Pools']);
});

test('the call names the versions of drafts and of what they change', () => {
  const chosen = waitingIn(offer).filter(({ id }) => id !== 'c1');
  expect(chosenBody(chosen)).toEqual([
    { id: 's1', draft: 1, version: 3 },
    { id: 'c2', draft: 1, version: null },
    { id: 's2', draft: 1, version: null },
  ]);
});

test('what follows names the bookings of a service, and of a category that is taken off', () => {
  const effects = { openBookings: 2, begunPayments: 0, problem: '' };
  const follows = [
    { id: 'c1', ...effects },
    { id: 's1', ...effects },
  ];
  expect(waitingIn(offer).map((one) => followsWords(one, follows, ''))).toEqual([
    'Customers no longer see it, and no longer find or book its services. 2 open bookings stay as they are.',
    'Whoever books from now on is shown the new price first. 2 open bookings keep the old price.',
    '',
    '',
  ]);
});
