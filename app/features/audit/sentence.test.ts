import { expect, test } from 'vitest';
import { type AuditEntry, auditActs } from '../../../api/contract/schemas/customers.ts';
import { sentenceOf } from './sentence.ts';

const zone = 'Australia/Sydney';
const now = new Date('2026-11-21T00:00:00.000Z');
const id = '7f3a91c2-0000-4000-8000-000000000000';
const actor = { id: 'a', name: 'Priya Shah' };

function sentenceFor(
  act: AuditEntry['act'],
  details: AuditEntry['details'] = {},
  more: Partial<AuditEntry> = {},
) {
  const parts = sentenceOf(
    {
      id,
      at: now.toISOString(),
      actor,
      act,
      subject: { kind: 'booking', id },
      customer: { id: 'c', name: 'Noah Park' },
      details,
      ...more,
    },
    zone,
    now,
  );
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

test('an act about a plan names it, with the values before and after', () => {
  const name = 'Gold';
  expect(sentenceFor('plan_added', { name })).toBe('drafted the plan Gold');
  expect(
    sentenceFor('plan_published', {
      name,
      'price_cents.from': 140_099,
      'price_cents.to': 150_000,
      'features.to': '[]',
      running: 'move',
    }),
  ).toBe(
    'published the plan Gold: its price from $1,400.99 to $1,500.00, its features, and moves its members when they renew',
  );
  expect(sentenceFor('plan_marked', { name, 'on_sale.from': 1, 'on_sale.to': 0 })).toBe(
    'changed the plan Gold: taken off sale',
  );
  expect(sentenceFor('plan_scheduled', { name, at: '2026-11-21T13:00:00.000Z', running: 'keep' })).toBe(
    'planned to publish the plan Gold from tomorrow, 12:00 am',
  );
});

test('a change of the offer names the values before and after', () => {
  const name = 'Lawn care';
  expect(sentenceFor('service_added', { name, 'price_cents.from': null, 'price_cents.to': 9500 })).toBe(
    'added the service Lawn care',
  );
  expect(
    sentenceFor('service_edited', {
      name,
      'price_cents.from': 9500,
      'price_cents.to': null,
      'notice_hours.from': 0,
      'notice_hours.to': 24,
      'included.from': '',
      'included.to': 'Edges',
    }),
  ).toBe(
    'changed the service Lawn care: its price from $95.00 to none, its notice from none to 24 h, what it includes',
  );
  expect(sentenceFor('service_edited', { name, 'active.from': 1, 'active.to': 0 })).toBe(
    'took the service Lawn care off the offer',
  );
  const price = { name, 'price_cents.from': 9500, 'price_cents.to': 11_000 };
  const publishOn = '2026-12-24';
  expect(sentenceFor('service_drafted', { ...price, publishOn, 'active.to': 0 })).toBe(
    'planned the service Lawn care for 24 December: its price from $95.00 to $110.00, taken off the offer',
  );
  expect(sentenceFor('service_drafted', price)).toBe(
    'kept a draft of the service Lawn care: its price from $95.00 to $110.00',
  );
  expect(sentenceFor('service_edited', { ...price, publishOn })).toBe(
    'changed the service Lawn care, as planned for 24 December: its price from $95.00 to $110.00',
  );
  expect(sentenceFor('service_draft_dropped', { name })).toBe('dropped the draft of the service Lawn care');
  expect(sentenceFor('category_draft_dropped', { name: 'Garden' })).toBe(
    'dropped the draft of the category Garden',
  );
  const names = 'Garden, Lawn care';
  expect(sentenceFor('offer_planned', { names, publishOn })).toBe(
    'planned to publish together on 24 December: Garden, Lawn care',
  );
  expect(sentenceFor('offer_published', { names, publishOn })).toBe(
    'published together, as planned for 24 December: Garden, Lawn care',
  );
  expect(sentenceFor('offer_published', { names })).toBe('published together: Garden, Lawn care');
  expect(sentenceFor('service_edited', { name, 'active.from': 0, 'active.to': 1 })).toBe(
    'put the service Lawn care back on the offer',
  );
  expect(
    sentenceFor('category_edited', {
      name: 'Garden',
      'name.from': 'Outdoor',
      'name.to': 'Garden',
      'active.from': 0,
      'active.to': 1,
    }),
  ).toBe('changed the category Garden: its name from Outdoor to Garden, put back on the offer');
  expect(sentenceFor('offer_ordered', { name: 'Garden', from: 'A, B', to: 'B, A' })).toBe(
    'put the services of Garden into another order',
  );
});

test('a changed status reads as a sentence', () => {
  expect(
    sentenceFor('booking_status_set', { from: 'pending', to: 'completed', fromHours: null, toHours: 2.5 }),
  ).toBe('set #7f3a91c2 from Pending to Completed (2.5 h)');
  expect(
    sentenceFor('booking_status_set', { from: 'completed', to: 'completed', fromHours: 2, toHours: 2.5 }),
  ).toBe('corrected the hours of #7f3a91c2 from 2 h to 2.5 h');
  expect(sentenceFor('booking_status_set', { from: 'scheduled', to: 'cancelled', refunded: true })).toBe(
    'set #7f3a91c2 from Scheduled to Cancelled, and the payment is given back',
  );
  const overtimeDetails = {
    from: 'in_progress',
    to: 'completed',
    fromHours: null,
    toHours: 2,
    askedHours: 1.5,
  };
  expect(sentenceFor('booking_status_set', overtimeDetails)).toBe(
    'set #7f3a91c2 from In Progress to Completed (2 h), and asked its customer about 1.5 h more',
  );
  expect(sentenceFor('booking_status_set', { ...overtimeDetails, from: 'completed', fromHours: 2 })).toBe(
    'asked about 1.5 h more for #7f3a91c2',
  );
  expect(sentenceFor('charge_refunded', { amountCents: 2000, kind: 'plan' })).toBe(
    'refunded $20.00 of a plan’s invoice to Noah Park',
  );
  expect(sentenceFor('hours_given', { givenHours: 2, expiresOn: '2026-12-24' })).toBe(
    'gave 2 h to Noah Park, to use until 24 December',
  );
  expect(sentenceFor('extra_hours_withdrawn', { askedHours: 1.5 })).toBe(
    'took back the question about 1.5 h of #7f3a91c2',
  );
  expect(sentenceFor('hours_given_back', { givenHours: 4 })).toBe(
    'gave Noah Park back 4 h that a refund had taken',
  );
  expect(sentenceFor('booking_status_set', { statusFrom: 'pending', statusTo: 'scheduled' })).toBe(
    'set #7f3a91c2 from Pending to Scheduled',
  );
});

test('moves, quotes, exports and roles read as sentences', () => {
  const moved = { from: null, to: '2026-11-21T22:30:00.000Z', statusTo: 'scheduled' };
  expect(sentenceFor('booking_rescheduled', moved)).toBe(
    'moved #7f3a91c2 from no time to tomorrow, 9:30 am, and agreed to it',
  );
  expect(sentenceFor('quote_sent', { kind: 'price', amountCents: 12_050, hours: null })).toBe(
    'quoted $120.50 for #7f3a91c2 to Noah Park',
  );
  expect(sentenceFor('quote_sent', { kind: 'hours', amountCents: null, hours: 3 })).toBe(
    'quoted 3 h for #7f3a91c2 to Noah Park',
  );
  const filter = { status: 'completed', from: '2026-11-01', to: '2026-11-30', text: false };
  expect(sentenceFor('bookings_exported', filter, { customer: null })).toBe(
    'exported bookings (Completed, from 1 November to 30 November)',
  );
  expect(sentenceFor('bookings_exported', { status: 'pending,scheduled' }, { customer: null })).toBe(
    'exported bookings (Pending or Scheduled)',
  );
  expect(sentenceFor('bookings_exported', { payment: 'unpaid' }, { customer: null })).toBe(
    'exported bookings (not paid)',
  );
  expect(sentenceFor('bookings_exported', {}, { customer: null })).toBe('exported bookings');
  expect(sentenceFor('role_changed', { from: 'customer', to: 'admin' })).toBe(
    'made Noah Park an administrator',
  );
  expect(sentenceFor('role_changed', { from: 'admin', to: 'customer' })).toBe('made Noah Park a customer');
  expect(sentenceFor('role_changed', { from: null, to: 'admin', by: 'address' })).toBe(
    'became an administrator by their e-mail address',
  );
  expect(sentenceFor('role_changed', { from: 'customer', to: 'admin', by: 'command' })).toBe(
    'became an administrator by a command on the server',
  );
  expect(sentenceFor('role_changed', { from: 'admin', to: 'customer', by: 'address' })).toBe(
    'is no administrator any more: their e-mail address is off the list',
  );
  expect(sentenceFor('role_changed', { from: 'admin', to: 'customer', by: 'command' })).toBe(
    'is no administrator any more, by a command on the server',
  );
  const given = { from: 'customer', to: 'dispatcher', name: 'Dispatcher' };
  expect(sentenceFor('role_changed', given)).toBe('made Noah Park Dispatcher');
  expect(sentenceFor('role_changed', { ...given, by: 'invitation' })).toBe(
    'joined the team by an invitation, as Dispatcher',
  );
  expect(sentenceFor('role_edited', { name: 'Deputy', permissions: 'log.read, work.own' })).toBe(
    'edited the role Deputy, which now may: Read the audit log; Do their own visits',
  );
  expect(sentenceFor('team_invited', { name: 'Support' })).toBe('invited somebody to the team, as Support');
  expect(sentenceFor('conversation_changed', { assigneeId: 'a', assigneeBefore: null })).toBe(
    'took over the live chat with Noah Park',
  );
  expect(sentenceFor('conversation_changed', { status: 'closed', assigneeId: null })).toBe(
    'let go of and closed the live chat with Noah Park',
  );
  expect(sentenceFor('data_requested')).toBe('had the data of Noah Park put together for them');
  expect(sentenceFor('deletion_requested')).toBe('asked to delete the account of Noah Park');
  const business = {
    nameFrom: 'Hearthkeep',
    nameTo: 'Harbour House',
    closedDaysFrom: '',
    closedDaysTo: '2026-12-25',
  };
  expect(sentenceFor('business_changed', business, { customer: null })).toBe(
    'changed the business: name from “Hearthkeep” to “Harbour House”; closed days with 2026-12-25',
  );
  const texts = { headlineFrom: 'a', headlineTo: 'b', claimsFrom: '', claimsTo: '5 streets' };
  expect(sentenceFor('texts_changed', texts, { customer: null })).toBe(
    'changed the texts of the landing page: Headline, Figures',
  );
  expect(sentenceFor('look_changed', { primaryTo: '#1d4ed8' }, { customer: null })).toBe(
    'changed the look: Main colour',
  );
  expect(sentenceFor('deletion_taken_back')).toBe('kept the account of Noah Park, which was to be deleted');
});

test('every act has words, also without known details', () => {
  for (const act of auditActs) {
    expect(sentenceFor(act), act).not.toMatch(/undefined|null|NaN|^$|of Invalid/);
    expect(sentenceFor(act, {}, { customer: null }), act).not.toMatch(/undefined|null|NaN|^$/);
  }
});

test('an act of a newer release is named as the server names it', () => {
  expect(sentenceFor('plan_paused' as never)).toBe('did: plan paused');
});
