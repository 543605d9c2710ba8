import { expect, test } from 'vitest';
import { placeNames } from './place-names.ts';

const named = (...places: (string | undefined)[]) => [...placeNames(places)];

test('one place needs no name, however many bookings have it', () => {
  expect(named('14 Wattle Street, Marrickville', undefined, '14 Wattle Street, Marrickville')).toEqual([]);
  expect(named(undefined)).toEqual([]);
});

test('one home that was written in two ways is one place', () => {
  expect(named('14 Wattle Street, Marrickville', '14 Wattle street, Marrickville NSW 2204')).toEqual([]);
  expect(
    named('14 Wattle Street, Marrickville', '14 Wattle Street, Marrickville NSW 2204', '9 Beach Road'),
  ).toEqual([
    ['14 Wattle Street, Marrickville', '14 Wattle St'],
    ['14 Wattle Street, Marrickville NSW 2204', '14 Wattle St'],
    ['9 Beach Road', '9 Beach Rd'],
  ]);
});

test('each of several places is named by its street, in the short form', () => {
  expect(
    named('14 Wattle Street, Marrickville', 'Unit 3, 9 Beach Road, Bondi NSW 2026', 'The boat shed'),
  ).toEqual([
    ['14 Wattle Street, Marrickville', '14 Wattle St'],
    ['Unit 3, 9 Beach Road, Bondi NSW 2026', 'Unit 3, 9 Beach Rd'],
    ['The boat shed', 'The boat shed'],
  ]);
});

test('two places with one street keep their suburbs', () => {
  const [marrickville, bondi] = ['1 Main Street, Marrickville', '1 Main Street, Bondi'];
  expect(named(marrickville, bondi, '2 Main Street, Bondi')).toEqual([
    [marrickville, marrickville],
    [bondi, bondi],
    ['2 Main Street, Bondi', '2 Main St'],
  ]);
});
