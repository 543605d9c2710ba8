import { expect, test } from 'vitest';
import { beginFromAddress } from './begin.ts';

test('an address with details and a secret begins a payment', () => {
  expect(
    beginFromAddress({
      customerName: 'Ann Lee',
      scheduledDate: '2026-11-24T09:30:00+11:00',
      clientSecret: 'pi_1_secret_2',
    }),
  ).toEqual({
    details: { customerName: 'Ann Lee', scheduledDate: '2026-11-23T22:30:00.000Z' },
    clientSecret: 'pi_1_secret_2',
    claimed: 'pi_1',
    broken: false,
    returned: null,
  });
});

test('every parameter of the address is read, and none is required', () => {
  const all = {
    customerName: 'Ann Lee',
    phone: '0412 345 678',
    email: 'ann@example.com',
    address: '12 Banksia Street',
    notes: 'Mind the cat',
    scheduledDate: '2026-11-23T22:30:00.000Z',
  };
  expect(beginFromAddress(all).details).toEqual(all);
  expect(beginFromAddress({})).toEqual({
    details: {},
    clientSecret: null,
    claimed: null,
    broken: false,
    returned: null,
  });
});

test.each(['nonsense', 'pi_1', 'seti_1_secret_2', 'pi_1_secret_', 'pi_1_secret_2&x', 'pi_1_secret_2 3'])(
  'a text that is no client secret of a payment is not used: %s',
  (clientSecret) => {
    expect(beginFromAddress({ clientSecret })).toMatchObject({
      clientSecret: null,
      claimed: null,
      broken: true,
    });
  },
);

test('an invalid date is left out', () => {
  expect(beginFromAddress({ scheduledDate: 'soon' }).details).toEqual({});
});

test('a return from the bank names the payment and its result', () => {
  const back = { payment_intent: 'pi_1', payment_intent_client_secret: 'pi_1_secret_2' };
  expect(beginFromAddress({ ...back, redirect_status: 'succeeded' })).toEqual({
    details: {},
    clientSecret: 'pi_1_secret_2',
    claimed: null,
    broken: false,
    returned: { paymentIntentId: 'pi_1', failed: false },
  });
  expect(beginFromAddress({ ...back, redirect_status: 'failed' }).returned?.failed).toBe(true);
});
