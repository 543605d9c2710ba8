import { expect, test } from 'vitest';
import { detailsFromAddress } from './handover.ts';
import { safeReturn, tierOf } from './wanted.ts';

const home = 'https://hearthkeep.example';

test('a plan that is not sold is the standard one', () => {
  expect(tierOf('deluxe')).toBe('deluxe');
  expect(tierOf('none')).toBe('standard');
  expect(tierOf(null)).toBe('standard');
});

test('Back leads to a path of ours and nowhere else', () => {
  expect(safeReturn('/billing?x=1', home)).toBe('/billing?x=1');
  for (const foreign of [
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '/.//evil.example/x',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ]) {
    expect(safeReturn(foreign, home)).toBe('/profile');
  }
});

test('what the address says of the booking is shown, a broken date is not', () => {
  expect(
    detailsFromAddress({ serviceBooked: 'Lawn mowing', customerName: 'Ann', scheduledDate: 'x' }),
  ).toMatchObject({ serviceBooked: 'Lawn mowing', customerName: 'Ann' });
  expect(detailsFromAddress({ scheduledDate: 'x' }).scheduledDate).toBeUndefined();
});
