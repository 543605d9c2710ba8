import { expect, test } from 'vitest';
import { placeKey, takeApart } from './address.ts';

const marrickville = { city: 'Marrickville', state: 'NSW', postalCode: '2204' };

test.each([
  ['14 Wattle Street, Marrickville NSW 2204', { address: '14 Wattle Street', ...marrickville }],
  ['  14 Wattle Street Marrickville, nsw, 2204. ', { address: '14 Wattle Street', ...marrickville }],
  [
    'Unit 3, 14 Wattle Street, Marrickville NSW 2204',
    { address: 'Unit 3, 14 Wattle Street', ...marrickville },
  ],
  ['14 Wattle Street, Marrickville 2204, Sydney NSW 2204', { address: '14 Wattle Street', ...marrickville }],
  ['3 Marrickville Road, Marrickville NSW 2204', { address: '3 Marrickville Road', ...marrickville }],
  [
    '3 Marrickville Road, marrickville south NSW 2204',
    { address: '3 Marrickville Road', ...marrickville, city: 'marrickville south' },
  ],
  [
    '9 Mitchell Street, Darwin NT 0800',
    { address: '9 Mitchell Street', city: 'Darwin', state: 'NT', postalCode: '0800' },
  ],
  [
    '9 Main Street, Newest Estate NSW 2204',
    { address: '9 Main Street', ...marrickville, city: 'Newest Estate' },
  ],
  [
    '5 Farrer Place, Queanbeyan NSW 2620',
    { address: '5 Farrer Place', city: 'Queanbeyan', state: 'NSW', postalCode: '2620' },
  ],
  [
    '5 Farrer Place, Hume ACT 2620',
    { address: '5 Farrer Place', city: 'Hume', state: 'ACT', postalCode: '2620' },
  ],
])('%j is taken apart', (line, address) => {
  expect(takeApart(line)).toEqual(address);
});

test.each([
  ['no state', '14 Wattle Street, Marrickville 2204'],
  ['no postcode', '14 Wattle Street, Marrickville NSW'],
  ['a postcode of another state', '14 Wattle Street, Marrickville VIC 2204'],
  ['an unknown postcode', '14 Wattle Street, Marrickville NSW 1001'],
  ['no suburb', '14 Wattle Street NSW 2204'],
  ['no street', 'Marrickville NSW 2204'],
  ['two suburbs', 'Marrickville 2204, Sydney NSW 2204'],
  ['a suburb alone after a comma', ', Marrickville NSW 2204'],
  ['words after the postcode', '14 Wattle Street, Marrickville NSW 2204 (green door)'],
  ['nothing', ''],
])('%s is asked about: %j', (_, line) => {
  expect(takeApart(line)).toBeNull();
});

test('a long line without an end takes no time', () => {
  const began = performance.now();
  expect(takeApart(`${'a, '.repeat(100_000)}NSW`)).toBeNull();
  expect(performance.now() - began).toBeLessThan(500);
});

test('two spellings of one place have one key, and two places have two', () => {
  const one = { address: '14 Wattle Street', ...marrickville };
  const whole = { address: '14 WATTLE ST,  Marrickville NSW 2204', city: '', state: '', postalCode: '' };
  expect(placeKey(one)).toBe(placeKey(whole));
  expect(placeKey({ ...one, address: '3/14 Wattle Street' })).not.toBe(placeKey(one));
  expect(placeKey({ ...one, address: '41 Wattle Street' })).not.toBe(placeKey(one));
});
