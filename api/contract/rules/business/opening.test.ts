import { expect, test } from 'vitest';
import {
  clockWords,
  type Opening,
  postcodeAtEnd,
  weekdayOf,
  whyClosed,
  whyOutside,
  whyOutsideHours,
} from './opening.ts';

const usual = { from: 8 * 60, until: 20 * 60 };
const opening: Opening = {
  week: [usual, usual, usual, usual, { from: 9 * 60 + 30, until: 12 * 60 }, usual, null],
  closedDays: [{ day: '2026-12-25', name: 'Christmas Day' }],
  postcodes: [],
};

test('a visit begins from the first minute on, and not at the last', () => {
  const monday = (minute: number) => whyClosed(opening, { day: '2026-11-30', minute });
  expect(monday(479)).toBe('Visits on Mondays begin from 8 am and before 8 pm. Please choose another time.');
  expect(monday(480)).toBeNull();
  expect(monday(1199)).toBeNull();
  expect(monday(1200)).not.toBeNull();
  expect(whyClosed(opening, { day: '2026-12-04', minute: 9 * 60 })).toContain(
    'from 9:30 am and before 12 pm',
  );
});

test('a weekday without hours and a single closed day have no visits, each with its reason', () => {
  expect(whyClosed(opening, { day: '2026-11-29', minute: 600 })).toContain('no visits on Sundays');
  expect(whyClosed(opening, { day: '2026-12-25', minute: 600 })).toBe(
    'We are closed on that day (Christmas Day). Please choose another one.',
  );
  const unnamed = { ...opening, closedDays: [{ day: '2026-12-25', name: '' }] };
  expect(whyClosed(unnamed, { day: '2026-12-25', minute: 600 })).toContain('closed on that day. ');
});

test('the team reads the reason alone', () => {
  expect(whyOutsideHours(opening, { day: '2026-12-25', minute: 600 })).toBe(
    'We are closed on that day (Christmas Day).',
  );
  expect(whyOutsideHours(opening, { day: '2026-11-30', minute: 600 })).toBeNull();
});

test.each([
  ['12 Banksia Street, Newtown NSW 2042', '2042'],
  ['12 Banksia Street, Newtown NSW 2099', '2099'],
  ['12 Banksia Street, Newtown NSW', ''],
  ['Banksia Street 1024', ''],
  ['12 Banksia Street, 20', ''],
  ['10 Downing Street, London SW1A 2AA', 'SW1A2AA'],
  ['10 Downing Street, London sw1a2aa', 'SW1A2AA'],
  ['', ''],
])('the address ‘%s’ ends in the postcode ‘%s’', (address, postcode) => {
  const area = { ...opening, postcodes: ['2042', 'SW1A 1AA'] };
  expect(postcodeAtEnd(area, address)).toBe(postcode);
  expect(postcodeAtEnd(opening, address)).toBe('');
});

test('the week begins on Monday', () => {
  expect(['2026-11-30', '2026-12-06', '2028-02-29'].map(weekdayOf)).toEqual([0, 6, 1]);
});

test('midnight, noon and half-hours are said as on a clock', () => {
  expect([0, 30, 720, 1170, 1440].map(clockWords)).toEqual([
    '12 am',
    '12:30 am',
    '12 pm',
    '7:30 pm',
    '12 am',
  ]);
});

test('a postcode is compared without spaces and case; an unknown one, and an open area, refuse nobody', () => {
  const area = { ...opening, postcodes: ['2000', 'SW1A1AA'] };
  expect(whyOutside(area, 'sw1a 1aa')).toBeNull();
  expect(whyOutside(area, ' 2000 ')).toBeNull();
  expect(whyOutside(area, '2010')).toContain('do not visit this postcode');
  expect(whyOutside(area, null)).toBeNull();
  expect(whyOutside(opening, '2010')).toBeNull();
});
