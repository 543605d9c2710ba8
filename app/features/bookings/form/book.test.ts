import { beforeEach, expect, test, vi } from 'vitest';
import { aStore } from '../../../pwa/storage/testing/stores.ts';

const kept = new Map<string, string>();
vi.stubGlobal('document', { cookie: 'hearthkeep-in=anna' });
vi.stubGlobal('sessionStorage', aStore(kept));

interface Sent {
  key: string | null;
  body: Record<string, unknown>;
}
const sent: Sent[] = [];
/** The server's next answers. */
const answers: [status: number, body: object][] = [];
vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
  sent.push({
    key: new Headers(init.headers).get('idempotency-key'),
    body: JSON.parse(String(init.body)) as Sent['body'],
  });
  const [status, body] = answers.shift() ?? [200, { id: 'booked' }];
  return Promise.resolve(Response.json(body, { status }));
});

/** A draft, and an attempt without an answer, as the release of November 2026 stored them. */
const typed = {
  customerName: 'Ann Lee',
  phone: '0400 000 000',
  email: 'ann@example.com',
  address: '12 Wattle Street',
  scheduledDate: '2026-12-23T22:30:00.000Z',
  notes: 'Mind the cat',
  city: 'Newtown',
  state: 'NSW',
  postalCode: '2042',
  emergencyContact: 'Bo Lee',
  emergencyPhone: '0400 000 001',
  subscriptionTier: 'standard' as const,
  accessInstructions: '',
};
const notes =
  'Name: Ann Lee\nPhone: 0400 000 000\nE-mail: ann@example.com\nAddress: 12 Wattle Street\nCity: Newtown\nState: NSW\nPostcode: 2042\nEmergency contact: Bo Lee\nEmergency phone: 0400 000 001\nPlan: Standard\nNotes: Mind the cat';
const content =
  '{"serviceId":"lawn","scheduledDate":"2026-12-23T22:30:00.000Z","notes":' +
  `${JSON.stringify(notes)},"paymentType":"subscription"}`;
const { accessInstructions: _, scheduledDate, ...details } = typed;

const lawn = { id: 'lawn', estimatedHours: 1.5 };

async function afterUpdate() {
  const keep = (name: string, entry: object) =>
    kept.set(name, JSON.stringify({ state: { 'anna:subscription:lawn': entry }, version: 0 }));
  keep('hearthkeep-drafts', { typed });
  keep('hearthkeep-attempts', { content, key: 'the-first-key' });
  vi.resetModules();
  return { ...(await import('./book.ts')), ...(await import('./drafts.ts')) };
}
beforeEach(() => {
  kept.clear();
  sent.length = 0;
  answers.length = 0;
});

test('a draft of an earlier release books field by field, under the key of its attempt without an answer', async () => {
  const { bookWithPlan, draftOf } = await afterUpdate();
  const draft = draftOf('subscription', 'lawn');
  expect(draft).toEqual(typed);
  await bookWithPlan(lawn, typed);
  expect(sent).toEqual([
    {
      key: 'the-first-key',
      body: {
        serviceId: 'lawn',
        scheduledDate,
        shown: { estimatedHours: 1.5 },
        details,
        paymentType: 'subscription',
      },
    },
  ]);
});

test('a server that was taken back to an earlier release gets the text form, under the same key', async () => {
  const { bookWithPlan } = await afterUpdate();
  answers.push([400, { code: 'invalid_input', message: 'Required', fields: { notes: 'Required' } }]);
  expect(await bookWithPlan(lawn, typed)).toEqual({ id: 'booked' });
  expect(sent.map(({ key }) => key)).toEqual(['the-first-key', 'the-first-key']);
  expect(JSON.stringify(sent[1]?.body)).toBe(content);
});

test('a refused detail is not sent again as text', async () => {
  const { bookWithPlan } = await afterUpdate();
  answers.push([400, { code: 'invalid_input', message: 'No', fields: { 'details.notes': 'Too long' } }]);
  await expect(bookWithPlan(lawn, typed)).rejects.toMatchObject({
    fields: { 'details.notes': 'Too long' },
  });
  expect(sent).toHaveLength(1);
});

test('the text of a plan booking goes on in the form of the card payment', async () => {
  const { goOnByCard, draftOf } = await afterUpdate();
  goOnByCard('lawn');
  expect(draftOf('one_time', 'lawn')).toEqual({
    customerName: 'Ann Lee',
    phone: '0400 000 000',
    email: 'ann@example.com',
    address: '12 Wattle Street, Newtown, NSW, 2042',
    scheduledDate,
    notes: 'Mind the cat',
  });
});

test('a card payment carries the fields of its form alone, as earlier releases ordered them', async () => {
  const { oneTimeDetails } = await afterUpdate();
  expect(JSON.stringify(oneTimeDetails(typed))).toBe(
    '{"customerName":"Ann Lee","phone":"0400 000 000","email":"ann@example.com","address":"12 Wattle Street","scheduledDate":"2026-12-23T22:30:00.000Z","notes":"Mind the cat"}',
  );
});

test('a repeat after a lost answer has the same key, also with answers to other questions', async () => {
  const { bookWithPlan } = await afterUpdate();
  const answer = (questionId: string) => [{ questionId, answer: '600' }];
  answers.push([503, { code: 'unavailable', message: 'Lost', fields: {} }]);
  await expect(bookWithPlan(lawn, typed, undefined, { answers: answer('old') })).rejects.toThrow();
  await bookWithPlan(lawn, typed, undefined, { answers: answer('new') });
  expect(sent.map(({ key }) => key)).toEqual(['the-first-key', 'the-first-key']);
  expect(sent[1]?.body).toMatchObject({ answers: answer('new') });
});
