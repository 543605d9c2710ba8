import { expect, test } from 'vitest';
import { priorityLabels } from '../../../../api/contract/rules/priorities.ts';
import { ApiError, NetworkError } from '../../../lib/api.ts';
import {
  bookingSchemas,
  type FormSchema,
  hasPassed,
  problemsOf,
  refusedFields,
  requestSchema,
} from './fields.ts';

const validate = (kind: 'one_time' | 'subscription', values: object) =>
  problemsOf(bookingSchemas[kind], values);

test('each field of the one-time form has its own message', () => {
  expect(validate('one_time', { customerName: 'A', phone: '1', email: 'x', address: 'y' })).toEqual({
    customerName: 'Please enter your name',
    phone: 'Please provide a valid phone number',
    email: 'Please provide a valid email address',
    address: 'Please provide a complete address',
    scheduledDate: 'Please select a preferred date and time',
  });
});

test('the plan form requires more fields than the one-time form', () => {
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
  expect(validate('one_time', details)).toEqual({});
  expect(Object.keys(validate('subscription', details))).toEqual([
    'city',
    'state',
    'postalCode',
    'emergencyContact',
    'emergencyPhone',
  ]);
});

test("the server's message about a field reaches that field", () => {
  const body = { code: 'invalid_input', message: 'x', fields: { 'bookingData.phone': 'Odd', other: 'No' } };
  expect(refusedFields(new ApiError(400, JSON.stringify(body), '', null), bookingSchemas.one_time)).toEqual({
    phone: 'Odd',
  });
  expect(refusedFields(new NetworkError('x'), bookingSchemas.one_time)).toEqual({});
});

test('yesterday has passed, tomorrow has not', () => {
  const now = Date.parse('2026-11-21T00:00:00.000Z');
  expect(hasPassed('2026-11-20T00:00:00.000Z', now)).toBe(true);
  expect(hasPassed('2026-11-22T00:00:00.000Z', now)).toBe(false);
});

const messageOf = (schema: FormSchema<object>, values: object, name: string) => {
  const { [name]: message, ...others } = problemsOf(schema, values) as Record<string, string>;
  return { message, others: Object.keys(others) };
};
const oneTime = {
  customerName: 'Ann Lee',
  phone: '0400 000 000',
  email: 'ann@example.com',
  address: '12 Wattle Street',
  scheduledDate: '2026-11-23T22:30:00.000Z',
};
const plan = {
  ...oneTime,
  city: 'Newtown',
  state: 'NSW',
  postalCode: '2042',
  emergencyContact: 'Bo Lee',
  emergencyPhone: '0400 000 001',
  subscriptionTier: 'standard',
};
const request = {
  serviceName: 'Piano tuning',
  description: 'An upright, not tuned for years',
  estimatedHours: 2.5,
  scheduledDate: '2026-11-23T22:30:00.000Z',
  priority: 'standard',
  location: 'Newtown',
  contactInfo: '0400 000 000',
};
type Rule = [name: string, outside: unknown, inside: unknown, message: string];
const phone = 'Please provide a valid phone number';
const bookingRules: Rule[] = [
  ['customerName', 'A', 'Al', 'Please enter your name'],
  ['customerName', ' A ', 'Al', 'Please enter your name'],
  ['phone', '040000000', '0400000000', phone],
  ['email', 'ann@', 'q&a@example.com', 'Please provide a valid email address'],
  ['address', '1 King St', '12 King St', 'Please provide a complete address'],
  ['scheduledDate', '', '2026-11-23T22:30:00.000Z', 'Please select a preferred date and time'],
  ['notes', 'n'.repeat(2001), '', 'Please keep this under 2000 characters'],
];
const planRules: Rule[] = [
  ['city', 'N', 'Ny', 'Please enter a city or suburb'],
  ['state', 'N', 'SA', 'Please enter a state'],
  ['postalCode', '204', '2042', 'Please enter a postcode'],
  ['emergencyContact', 'B', 'Bo', 'Please name an emergency contact'],
  ['emergencyPhone', '040000000', '0400000000', phone],
  ['accessInstructions', 'n'.repeat(2001), '', 'Please keep this under 2000 characters'],
];
const hours = 'Please estimate how many hours this might take';
const requestRules: Rule[] = [
  ['serviceName', 'ab', 'abc', 'Service name must be at least 3 characters'],
  ['description', '123456789', '1234567890', 'Please provide a detailed description (minimum 10 characters)'],
  ['estimatedHours', Number.NaN, 0.5, hours],
  ['estimatedHours', '', 0.5, hours],
  ['estimatedHours', 0, 0.5, hours],
  ['estimatedHours', 20.5, 20, hours],
  ['estimatedHours', 0.75, 1, hours],
  ['scheduledDate', '', '2026-11-23T22:30:00.000Z', 'Please select a preferred date and time'],
  ['location', '1234', '12345', 'Please provide the location of the service'],
  ['contactInfo', '123456789', '1234567890', 'Please provide your contact information'],
  ['notes', 'n'.repeat(2001), '', 'Please keep this under 2000 characters'],
];

test.each([
  ...bookingRules.map((rule) => ['one-time', bookingSchemas.one_time, oneTime, ...rule] as const),
  ...[...bookingRules, ...planRules].map(
    (rule) => ['plan', bookingSchemas.subscription, plan, ...rule] as const,
  ),
  ...requestRules.map((rule) => ['request', requestSchema, request, ...rule] as const),
])(
  'the %s form refuses a value just outside its rule and accepts one just inside (%#)',
  (_, schema, whole, name, outside, inside, message) => {
    expect(messageOf(schema, { ...whole, [name]: outside }, name)).toEqual({ message, others: [] });
    expect(messageOf(schema, { ...whole, [name]: inside }, name)).toEqual({
      message: undefined,
      others: [],
    });
  },
);

const isTextRule = ([name, outside, inside]: Rule) =>
  typeof outside === 'string' &&
  typeof inside === 'string' &&
  inside !== '' &&
  !/^(email|scheduledDate)$/.test(name);
test.each([
  ...[...bookingRules, ...planRules]
    .filter(isTextRule)
    .map((rule) => [rule[0], bookingSchemas.subscription, plan, rule[3]] as const),
  ...requestRules.filter(isTextRule).map((rule) => [rule[0], requestSchema, request, rule[3]] as const),
])('%s needs characters that can be seen', (name, schema, whole, message) => {
  for (const unseen of ['\u200b', '\u2800', '\u3164\u00ad'])
    for (const text of [unseen.repeat(20), `1${unseen.repeat(20)}`])
      expect(messageOf(schema, { ...whole, [name]: text }, name)).toEqual({ message, others: [] });
});

test('every plan and every priority is accepted, and no other', () => {
  for (const subscriptionTier of ['basic', 'standard', 'deluxe', 'premium'])
    expect(validate('subscription', { ...plan, subscriptionTier })).toEqual({});
  expect(Object.keys(validate('subscription', { ...plan, subscriptionTier: 'none' }))).toEqual([
    'subscriptionTier',
  ]);
  for (const priority of ['standard', 'urgent', 'emergency'])
    expect(messageOf(requestSchema, { ...request, priority }, 'priority').message).toBeUndefined();
  expect(messageOf(requestSchema, { ...request, priority: 'soon' }, 'priority').message).toBeDefined();
});

test('priorities name their urgency', () => {
  expect(priorityLabels).toEqual({
    standard: 'Standard (3-5 days)',
    urgent: 'Urgent (24-48 hours)',
    emergency: 'Emergency (same day)',
  });
});
