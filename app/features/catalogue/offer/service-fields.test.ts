import { expect, test } from 'vitest';
import type { OfferCategory, OfferService } from '../../../../api/contract/schemas/offer.ts';
import { findIn } from './queries.ts';
import {
  beginWith,
  bodyOf,
  changedSince,
  draftBodyOf,
  factsOf,
  previewOf,
  problemsOf,
  publishedBodyOf,
  questionProblems,
} from './service-fields.ts';

const lawn: OfferService = {
  id: 'lawn',
  slug: 'lawn-mowing',
  categoryId: 'out',
  name: 'Lawn mowing',
  description: 'Front and back',
  priceCents: 9550,
  minutes: 90,
  included: ['Edges', 'Clippings taken away'],
  searchWords: 'gardener',
  bookedBy: 'both',
  noticeHours: 24,
  drawing: '',
  picture: null,
  questions: [
    { kind: 'choice', question: 'Which mower?', options: ['Petrol', 'Electric'], isRequired: true },
  ],
  isOffered: true,
  version: 3,
};
const outdoor = { id: 'out', name: 'Outdoor', color: 'leaf', icon: 'leaf', services: [lawn] };
const category = { ...outdoor, description: '', isOffered: true, version: 1 } as OfferCategory;
const fields = beginWith(lawn, 'out');

test('an unchanged form sends the service as it is', () => {
  const { id: _, slug: __, ...form } = lawn;
  expect(bodyOf(fields)).toEqual(form);
  expect(problemsOf(fields)).toEqual({});
});

test('a new service begins with an hour, on the offer, without a price', () => {
  expect(bodyOf({ ...beginWith(null, 'out'), name: 'Windows' })).toMatchObject({
    categoryId: 'out',
    priceCents: null,
    minutes: 60,
    included: [],
    noticeHours: 0,
    isOffered: true,
    version: null,
  });
});

test('a wrong field is named before it is sent', () => {
  const found = (given: Partial<typeof fields>) => Object.keys(problemsOf({ ...fields, ...given }));
  expect(found({ name: '  ' })).toEqual(['name']);
  for (const price of ['0', 'free', '1,5', '99999999'])
    expect(found({ price }), price).toEqual(['priceCents']);
  expect(found({ price: '999,999.99' })).toEqual([]);
  expect(found({ price: '', bookedBy: 'card' })).toEqual(['priceCents']);
  for (const hours of [0, 0.1, 101, Number.NaN]) expect(found({ hours }), `${hours}`).toEqual(['minutes']);
  expect(found({ notice: '1.5' })).toEqual(['noticeHours']);
  expect(found({ notice: 'soon' })).toEqual(['noticeHours']);
  expect(found({ included: 'x\n'.repeat(21) })).toEqual(['included']);
  expect(found({ included: 'x'.repeat(121) })).toEqual(['included']);
});

test('a wrong question is named before it is sent', () => {
  const [mower] = fields.questions;
  if (!mower) throw new Error('The service has no question');
  const found = (...questions: (typeof mower)[]) => questionProblems({ ...fields, questions });
  expect(found(mower)).toEqual({});
  expect(found({ ...mower, question: ' ' })).toEqual({
    0: { question: 'Please write the question' },
  });
  expect(found(mower, mower)).toEqual({ 1: { question: 'Please ask each question once' } });
  expect(found({ ...mower, options: 'Petrol\n\nPetrol' })).toEqual({
    0: { options: 'Please offer two different answers or more' },
  });
});

test('a draft begins with its values, names both versions, and is published with its own', () => {
  const { id, slug: _, ...values } = lawn;
  const drafted = { ...values, priceCents: 11_000, serviceId: id, isNew: false, problem: '', version: 2 };
  const typed = beginWith(lawn, 'out', { ...drafted, publishOn: '2027-03-01' });
  expect(typed).toMatchObject({ price: '110', when: 'day', publishOn: '2027-03-01', version: 3, draft: 2 });
  expect(draftBodyOf(typed)).toMatchObject({ version: 3, draft: 2, publishOn: '2027-03-01' });
  expect(draftBodyOf({ ...typed, when: 'draft' }).publishOn).toBeNull();
  expect(publishedBodyOf(typed)).toMatchObject({ version: 3, draft: 2, priceCents: 11_000 });
  expect(publishedBodyOf(fields)).not.toHaveProperty('draft');
  expect(problemsOf({ ...typed, publishOn: '' })).toEqual({ publishOn: 'Please choose a day after today' });
});

test('a later author hears the values that changed since', () => {
  expect(changedSince(lawn, { ...lawn })).toEqual([]);
  expect(changedSince(lawn, { ...lawn, priceCents: null, included: [], isOffered: false })).toEqual([
    'Price: none',
    'Included: nothing',
    'Not offered',
  ]);
});

test('the preview shows the service as customers will see it', () => {
  expect(
    previewOf('lawn', 'lawn-mowing', { ...fields, price: '100', bookedBy: 'plan' }, category),
  ).toMatchObject({
    price: null,
    bookedBy: 'plan',
    estimatedHours: 1.5,
    included: ['Edges', 'Clippings taken away'],
    category: { name: 'Outdoor', color: 'leaf' },
  });
  expect(factsOf({ ...lawn, bookedBy: 'plan' })).toBe('1.5 h · plan only · 24 h notice');
});

test('the owner finds a service by its name or its search words', () => {
  expect(findIn([category], 'garden')[0]?.services).toEqual([lawn]);
  expect(findIn([category], 'MÓW')[0]?.services).toEqual([lawn]);
  expect(findIn([category], 'plumber')).toEqual([]);
  expect(findIn([category], '  ')).toEqual([category]);
});
