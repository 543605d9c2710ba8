import { expect, test } from 'vitest';
import { beginFromAddress } from './arrive.ts';

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
    returned: null,
  });
});

test('a broken date is no date', () => {
  expect(beginFromAddress({ scheduledDate: 'soon' }).details).toEqual({});
});

test('the way back from the bank names the payment and how it went', () => {
  const back = { payment_intent: 'pi_1', payment_intent_client_secret: 'pi_1_secret_2' };
  expect(beginFromAddress({ ...back, redirect_status: 'succeeded' })).toEqual({
    details: {},
    clientSecret: 'pi_1_secret_2',
    returned: { paymentIntentId: 'pi_1', failed: false },
  });
  expect(beginFromAddress({ ...back, redirect_status: 'failed' }).returned?.failed).toBe(true);
});
