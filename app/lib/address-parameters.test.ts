import { expect, test } from 'vitest';
import { splitAddress } from './address-parameters.ts';

test('details and secrets leave the address of the checkout page', () => {
  const split = splitAddress(
    '/checkout/abc',
    '?customerName=Ann+Lee&phone=0400+000+000&clientSecret=pi_1_secret_2&utm=x',
  );
  expect(split).toEqual({
    search: '?utm=x',
    parameters: { customerName: 'Ann Lee', phone: '0400 000 000', clientSecret: 'pi_1_secret_2' },
  });
});

test('a plan and the target of Back may stay in the address', () => {
  expect(splitAddress('/subscribe', '?tier=deluxe&returnUrl=%2Fprofile')).toBeNull();
  expect(splitAddress('/subscribe', '?tier=deluxe&email=a%40b.c')).toEqual({
    search: '?tier=deluxe',
    parameters: { email: 'a@b.c' },
  });
});

test("the card provider's return leaves no parameters behind", () => {
  expect(
    splitAddress(
      '/bookings',
      '?subscription=success&payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded',
    ),
  ).toEqual({
    search: '',
    parameters: {
      subscription: 'success',
      payment_intent: 'pi_1',
      payment_intent_client_secret: 's',
      redirect_status: 'succeeded',
    },
  });
});

test('empty values are removed and not passed on', () => {
  expect(splitAddress('/checkout/abc', '?notes=&email=%20')).toEqual({ search: '', parameters: {} });
});

test('addresses of other pages are unchanged', () => {
  expect(splitAddress('/services', '?email=a%40b.c')).toBeNull();
  expect(splitAddress('/admin/bookings/abc', '?notes=x')).toBeNull();
});

test.each(['/checkout/abc', '/subscribe', '/bookings', '/bookings/abc', '/billing'])(
  'parameters that could name a person or open a payment leave %s',
  (pathname) => {
    const parameters = Object.fromEntries(
      [
        'customerName',
        'phone',
        'email',
        'address',
        'emergencyContact',
        'emergencyPhone',
        'accessInstructions',
        'serviceBooked',
        'scheduledDate',
        'notes',
        'clientSecret',
        'subscription',
        'payment_intent',
        'payment_intent_client_secret',
        'setup_intent',
        'setup_intent_client_secret',
        'redirect_status',
        'source_type',
      ].map((name) => [name, `a ${name}`]),
    );
    const search = `?${new URLSearchParams({ ...parameters, tier: 'basic' })}`;
    expect(splitAddress(pathname, search)).toEqual({ search: '?tier=basic', parameters });
  },
);
