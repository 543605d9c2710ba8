import { expect, test } from 'vitest';
import { dialled, e164, regionOf } from './phone.ts';

const sydney = 'Australia/Sydney';

test.each([
  ['+61 (0)2 9999 1234', '+61299991234'],
  ['(02) 9999 1234', '+61299991234'],
  ['02 9999 1234', '+61299991234'],
  ['02-9999-1234', '+61299991234'],
  ['0011 61 2 9999 1234', '+61299991234'],
  ['02 9999 1234 ext 5', '+61299991234'],
  ['0412.345.678', '+61412345678'],
  ['61 412 345 678', '+61412345678'],
  [' +61 412 345 678 ', '+61412345678'],
  ['+49 (0)30 123456', '+4930123456'],
  ['+39 06 1234 5678', '+390612345678'],
  ['+1 (212) 555-0123', '+12125550123'],
  ['+61 1300 555 014', '+611300555014'],
])('%s is surely one number', (text, number) => {
  expect(e164(text, sydney)).toBe(number);
  expect(dialled(text, sydney)).toBe(number);
});

test.each([
  // Numbers that another country's network may not know.
  ['1300 555 014', '1300555014'],
  ['1800 123 456', '1800123456'],
  ['13 11 14', '131114'],
  ['000', '000'],
  // Numbers that no plan has, and texts that are more than one number.
  ['9999 1234', '99991234'],
  ['0412 345 67', '041234567'],
  ['+61 (0)2 9999', '+6129999'],
  ['02 9999 1234 or 0412 345 678', '0299991234'],
  ['0412 345 678 (Ann)', '0412345678'],
  ['Front desk: (02) 9999 1234', '0299991234'],
  ['ask the neighbour', ''],
  ['', ''],
])('%s is dialled as it is written', (text, number) => {
  expect(e164(text, sydney)).toBeNull();
  expect(dialled(text, sydney)).toBe(number);
});

test.each([
  [sydney, 'AU'],
  ['Asia/Kolkata', 'IN'],
  ['Europe/Kyiv', 'UA'],
  ['America/New_York', 'US'],
  ['Pacific/Auckland', 'NZ'],
  ['UTC', undefined],
])('%s is a zone of %s', (zone, region) => {
  expect(regionOf(zone)).toBe(region);
});

test('a number without a country code belongs to the business’s country', () => {
  expect(e164('030 123456', 'Europe/Berlin')).toBe('+4930123456');
  expect(e164('(212) 555-0123', 'America/New_York')).toBe('+12125550123');
  expect(e164('02 9999 1234', 'UTC')).toBeNull();
  expect(e164('+61 2 9999 1234', 'UTC')).toBe('+61299991234');
});
