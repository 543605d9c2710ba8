import { expect, test } from 'vitest';
import type { Home } from '../../../api/contract/schemas/homes/homes.ts';
import { changedFields, fieldsOf, isWhole } from './home-fields.ts';

const home: Home = {
  ...fieldsOf(null),
  id: '00000000-0000-4000-8000-000000000001',
  address: '14 Wattle Street',
  city: 'Marrickville',
  pets: 'A dog',
  createdAt: '2027-01-26T00:00:00.000Z',
};

test('a home’s form has its fields and not its id; a new one is empty', () => {
  expect(fieldsOf(home)).toEqual({
    ...fieldsOf(null),
    address: '14 Wattle Street',
    city: 'Marrickville',
    pets: 'A dog',
  });
  expect(Object.values(fieldsOf(null)).join('')).toBe('');
});

test('only changed fields are sent, also those that were emptied', () => {
  expect(changedFields(home, { ...fieldsOf(home), label: 'Mum', pets: '' })).toEqual({
    label: 'Mum',
    pets: '',
  });
  expect(changedFields(home, fieldsOf(home))).toEqual({});
});

test('an address is whole while none of its other fields is known', () => {
  expect(isWhole(home)).toBe(false);
  expect(isWhole({ ...home, city: '' })).toBe(true);
});
