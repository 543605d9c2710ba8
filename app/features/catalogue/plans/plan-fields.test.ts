import { expect, test } from 'vitest';
import type { PlanSetting } from '../../../../api/contract/schemas/plans.ts';
import { bodyOf, changedSince, factsOf, fieldsOf, idFrom, problemsOf } from './plan-fields.ts';

const terms = {
  name: 'Gold',
  priceCents: 180_050,
  minutes: 915,
  concierge: 'Gold Line',
  features: ['One', 'Two'],
  noticeHours: 24,
  horizonDays: 60,
  sameDay: false,
  priority: true,
};
const plan: PlanSetting = {
  id: 'gold',
  popular: false,
  premium: false,
  isOnSale: true,
  revision: 3,
  present: { ...terms, versionId: 'gold_1', number: 1, publishedAt: '2026-11-21T03:00:00.000Z' },
  draft: null,
  schedule: null,
};

test('an unchanged form sends the plan as it is, and a draft goes before the version on sale', () => {
  expect(bodyOf(fieldsOf(plan), 3)).toEqual({ ...terms, revision: 3 });
  const draft = { ...terms, priceCents: 190_000 };
  expect(fieldsOf({ ...plan, draft }).price).toBe('1900');
  expect(factsOf(terms)).toBe('$1,800.50 · 15.25 h');
});

test('a form says at each field what is wrong with it', () => {
  const fields = fieldsOf(plan);
  expect(problemsOf(fields, false, [])).toEqual({});
  const wrong = (given: Partial<typeof fields>) =>
    Object.keys(problemsOf({ ...fields, ...given }, false, []));
  for (const price of ['', '0', '0.99', '99,999,999', 'free'])
    expect(wrong({ price })).toEqual(['priceCents']);
  for (const hours of [0, Number.NaN, 1.1, 1001]) expect(wrong({ hours })).toEqual(['minutes']);
  expect(wrong({ name: ' ', concierge: '' })).toEqual(['name', 'concierge']);
  expect(wrong({ notice: '721', horizon: '0' })).toEqual(['noticeHours', 'horizonDays']);
});

test('a new plan’s id is made of its name, and can be typed', () => {
  expect(idFrom('Garden & Home  Plus')).toBe('garden-home-plus');
  expect(idFrom('Größe')).toBe('gro-e');
  expect(idFrom('金')).toBe('');
  expect(idFrom('x'.repeat(60))).toHaveLength(40);
  const fields = { ...fieldsOf(null), name: 'Gold', price: '10', concierge: 'Line' };
  expect(problemsOf(fields, true, [])).toEqual({});
  expect(Object.keys(problemsOf(fields, true, ['gold']))).toEqual(['id']);
  for (const id of ['none', 'A', 'a_b'])
    expect(Object.keys(problemsOf({ ...fields, id }, true, []))).toEqual(['id']);
  expect(Object.keys(problemsOf({ ...fields, name: '金' }, true, []))).toEqual(['name']);
});

test('the changes of somebody else are named as they are now', () => {
  expect(changedSince(terms, { ...terms, priceCents: 200_000, sameDay: true })).toEqual([
    'Price: $2,000.00',
    'Visits for the same day: yes',
  ]);
  expect(changedSince(terms, terms)).toEqual([]);
});

test('a name of which no id can be made is wrong at the name, unless an id was typed', () => {
  const fields = { ...fieldsOf(null), name: '🧼', price: '100', concierge: 'Line' };
  expect(problemsOf(fields, true, [])).toEqual({
    name: 'Please use some Latin letters or digits in the name, or give an id below',
  });
  expect(problemsOf({ ...fields, id: 'soap' }, true, [])).toEqual({});
  expect(problemsOf({ ...fields, id: 'Soap!' }, true, [])).toEqual({
    id: expect.stringContaining('small letters'),
  });
});
