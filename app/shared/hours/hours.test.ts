import { expect, test } from 'vitest';
import { partsOf, remainingThisMonth, rolledOverHours } from './hours.ts';
import { hoursTerms } from './terms.ts';

test('rolled-over hours are those beyond the month’s own; held hours still count as the member’s', () => {
  const month = { usedHours: '1.5', monthlyHours: 12 };
  expect(rolledOverHours({ ...month, heldHours: 0, remainingHours: 10.5 })).toBe(0);
  expect(rolledOverHours({ ...month, heldHours: 11.5, remainingHours: 6.5 })).toBe(7.5);
  expect(rolledOverHours({ ...month, heldHours: 2, remainingHours: 8.5 })).toBe(0);
  expect(rolledOverHours({ ...month, heldHours: 20, remainingHours: 0 })).toBe(0);
});

test('the rest of the month has one decimal, and is never below 0', () => {
  expect(remainingThisMonth({ usedHours: '1.5', monthlyHours: 12 })).toBe('10.5');
  expect(remainingThisMonth({ usedHours: '1.25', monthlyHours: 12 })).toBe('10.8');
  expect(remainingThisMonth({ usedHours: '0', monthlyHours: 0 })).toBe('0.0');
  expect(remainingThisMonth({ usedHours: '13', monthlyHours: 12 })).toBe('0.0');
});

const member = {
  subscriptionTier: 'standard' as const,
  usedHours: '7.5',
  monthlyHours: 12,
  heldHours: 2,
  remainingHours: 10,
};

test('the month’s own hours and the rolled-over ones are the used, the held and the free ones', () => {
  expect(hoursTerms(member).map(({ name, value }) => [name, value])).toEqual([
    ['Free to book', '10 h'],
    ['Held by bookings', '2 h'],
    ['Used this month', '7.5 / 12 h'],
    ['Remaining this month', '4.5 h'],
    ['Rolled over', '7.5 h'],
  ]);
  expect(member.monthlyHours + rolledOverHours(member)).toBe(
    Number(member.usedHours) + member.heldHours + member.remainingHours,
  );
  const { used, held, free } = partsOf(member);
  expect([used * 19.5, held * 19.5, free].map((hours) => Math.round(hours * 10) / 10)).toEqual([7.5, 2, 10]);
});

test('a person without hours reads only what the month used and what remains of it', () => {
  const none = {
    subscriptionTier: 'none' as const,
    usedHours: '0',
    monthlyHours: 0,
    heldHours: 0,
    remainingHours: 0,
  };
  expect(hoursTerms(none).map(({ name, value }) => `${name} ${value}`)).toEqual([
    'Used this month 0 / 0 h',
    'Remaining this month 0.0 h',
  ]);
  expect(partsOf(none)).toMatchObject({ used: 0, held: 0, free: 0 });
});
