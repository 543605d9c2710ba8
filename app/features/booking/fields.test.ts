import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { bookingNames, hasPassed, refusedFields, resolvers } from './fields.ts';

const validate = async (kind: 'one_time' | 'subscription', values: object) => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await resolvers[kind](values as never, undefined, options);
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
};

test('each field of the one-time form has its own message', async () => {
  expect(await validate('one_time', { customerName: 'A', phone: '1', email: 'x', address: 'y' })).toEqual({
    customerName: 'Please enter your name',
    phone: 'Please provide a valid phone number',
    email: 'Please provide a valid email address',
    address: 'Please provide a complete address',
    scheduledDate: 'Please select a preferred date and time',
  });
});

test('the plan form asks for more, the one-time form does not', async () => {
  const details = {
    customerName: 'Ann Lee',
    phone: '0400 000 000',
    email: 'ann@example.com',
    address: '12 Wattle Street',
    scheduledDate: '2026-11-23T22:30:00.000Z',
    notes: '',
    city: '',
    subscriptionTier: 'standard',
  };
  expect(await validate('one_time', details)).toEqual({});
  expect(Object.keys(await validate('subscription', details))).toEqual([
    'city',
    'state',
    'postalCode',
    'emergencyContact',
    'emergencyPhone',
  ]);
});

test("the server's words about a field reach that field", () => {
  const body = { code: 'invalid_input', message: 'x', fields: { 'bookingData.phone': 'Odd', other: 'No' } };
  expect(refusedFields(new ApiError(400, JSON.stringify(body), '', null), bookingNames)).toEqual([
    { name: 'phone', message: 'Odd' },
  ]);
  expect(refusedFields(new NetworkError('x'), bookingNames)).toEqual([]);
});

test('yesterday has passed, tomorrow has not', () => {
  const now = Date.parse('2026-11-21T00:00:00.000Z');
  expect(hasPassed('2026-11-20T00:00:00.000Z', now)).toBe(true);
  expect(hasPassed('2026-11-22T00:00:00.000Z', now)).toBe(false);
});
