import { expect, test } from 'vitest';
import type { BillingNews } from '../../records/notices/notices.service.ts';
import { composeBilling } from './billing-letters.ts';
import { textLetter } from './letter.ts';

const business = {
  PUBLIC_URL: 'https://hearthkeep.example',
  BUSINESS_NAME: 'Hearthkeep',
  BUSINESS_TIME_ZONE: 'Australia/Sydney',
  SUPPORT_PHONE: '1300 000 000',
  CURRENCY: 'aud',
};
const letter = (news: BillingNews, env = business) =>
  textLetter(env, composeBilling(news, { first_name: 'Mia' }, env));

test('the letter about charged work names the sum, the work and where to see it', () => {
  const description = 'Gutter cleaning: 2 h past your hours';
  const text = letter({
    what: 'work_paid',
    paymentId: 'p',
    description,
    amountCents: 123_350,
    replaces: false,
  });
  expect(text).toContain('We charged $1,233.50 to your card, as you agreed.');
  expect(text).toContain(`${description}.`);
  expect(text).toContain('https://hearthkeep.example/billing');
  expect(text).not.toContain('paid back');
});

test('a letter names the sum in the currency of the installation', () => {
  const news = { what: 'work_owed', description: 'Gutter cleaning', amountCents: 123_350 } as const;
  const text = letter(news, { ...business, CURRENCY: 'eur' });
  expect(text).toContain('€1,233.50');
});

test('the letter about work charged anew says that the earlier charge is paid back', () => {
  const news = {
    what: 'work_paid',
    paymentId: 'p',
    description: 'Mowing: 1 h past your hours',
    amountCents: 9_000,
  } as const;
  expect(letter({ ...news, replaces: true })).toContain(
    'What was charged for this visit before is paid back.',
  );
});

test('the letter about hours given back names the hours and the payment', () => {
  const text = letter({ what: 'hours_given_back', description: 'Standard Plan – 12 hours', hours: 4 });
  expect(text).toContain('Standard Plan – 12 hours. The refund took 4 h that you had not used.');
  expect(text).toContain('https://hearthkeep.example/profile');
});

test('the letter about a part refunded by the team names the sum, the payment and the reason', () => {
  const text = letter({
    what: 'refunded_part',
    refundId: 'r',
    description: 'House cleaning',
    amountCents: 2000,
    reason: 'The windows\n were streaky.',
  });
  expect(text).toContain('We refund $20.00 of what you paid to your card.');
  expect(text).toContain('House cleaning.');
  expect(text).toContain('The team’s reason: The windows were streaky.');
  expect(text).toContain('https://hearthkeep.example/billing');
  expect(text).not.toContain('hours');
});

test('the letter about a refunded part of a plan says that hours go with the money', () => {
  const text = letter({
    what: 'refunded_part',
    refundId: 'r',
    description: 'Standard Plan – 12 hours',
    amountCents: 70_000,
    reason: 'We were closed for a week.',
    takesHours: true,
  });
  expect(text).toContain('The same share of the hours that you have not used of this payment goes with it.');
});

test('the letter about a plan that could not be had names the rest if a part was refunded before', () => {
  const news = { what: 'refunded', description: 'the Basic plan', amountCents: 65_099 } as const;
  expect(letter(news)).toContain('We have refunded all of it.');
  expect(letter({ ...news, restCents: 60_000 })).toContain('We have refunded the rest of it, $600.00.');
});

test('the letter about hours that the team gave names the hours, their last day and the reason', () => {
  const text = letter({
    what: 'hours_given',
    grantId: 'g',
    hours: 2,
    expiresAt: '2027-01-31T12:59:59.999Z',
    reason: 'The visit began late.',
  });
  expect(text).toContain('You have 2 hours more for your visits, to use until the end of Sunday 31 January');
  expect(text).toContain('The team’s reason: The visit began late.');
});

test('the letter about a change that is off names its day and what stays', () => {
  const stays = { amountCents: 140_099, hours: 12 };
  const at = '2027-01-21T03:00:00.000Z';
  const text = letter({ what: 'price_stays', plan: 'Standard', stays, at, moves: ['m'] });
  expect(text).toContain('your Standard plan changes on Thursday 21 January. That is off.');
  expect(text).toContain('It stays at $1,400.99 a month for 12 hours.');
});
