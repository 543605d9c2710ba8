import { describe, expect, test } from 'vitest';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import type { Begin } from './begin.ts';
import { begin, type Effect, type Event, type Place, type State, step } from './payment.machine.ts';
import type { Kind } from './refusal.ts';

const details = { customerName: 'Ann Lee' };
const clientSecret = 'pi_1_secret_2';
const booking = { id: 'b' } as Booking;
const nothing: Begin = { details: {}, clientSecret: null, claimed: null, broken: false, returned: null };
const handedOver: Begin = { ...nothing, details, clientSecret };
const begun = (found: Begin, pending: string | null = null) => begin('Cleaning', found, pending);

const at = (place: Place, known: Partial<State> = {}): State => ({
  service: 'Cleaning',
  details,
  clientSecret,
  fault: null,
  claimed: null,
  ...known,
  at: place,
});
const card = at({ name: 'card' });
const cancelling = at({ name: 'cancelling' });
const bookingNow = at({ name: 'booking', payment: 'pi_1', from: 'card' });
const unbooked = at({ name: 'unbooked', payment: 'pi_1', asking: true });
const booked = at({ name: 'booked' });
const looking = (known: Partial<State> = {}, ...others: string[]) =>
  at({ name: 'looking', payment: 'pi_1', others, failed: null }, known);
const underWay = (known: Partial<State> = {}, ...others: string[]) =>
  at({ name: 'under way', payment: 'pi_1', others }, known);

const no = (kind: Kind, payment = 'pi_1'): Event => ({
  name: 'not booked',
  payment,
  refusal: { kind, words: 'Not so.', error: new Error('Not so.') },
});
const book = (payment: string): Effect => ({ do: 'book', payment, details });
const remember: Effect = { do: 'remember', payment: 'pi_1' };
const forget = (what: 'payment' | 'arrival' | 'all'): Effect => ({ do: 'forget', what });
const toastEffect = (title: string, description: string): Effect => ({
  do: 'tell',
  toast: { title, description, style: 'destructive' },
});
const broken = toastEffect('Error', 'Failed to initialize payment');

describe('the start of a checkout', () => {
  test('shows the card form with the dialog’s payment', () => {
    expect(begun(handedOver)).toMatchObject({ state: { at: { name: 'card' }, details }, effects: [] });
  });

  test('shows the details form without a payment', () => {
    expect(begun(nothing)).toMatchObject({ state: { at: { name: 'details' }, fault: null }, effects: [] });
  });

  test('first checks a payment of this tab with an unknown result', () => {
    expect(begun(handedOver, 'pi_0')).toMatchObject({
      state: { at: { name: 'looking', payment: 'pi_0', others: [] } },
      effects: [book('pi_0')],
    });
  });

  test('checks a payment claimed by an address, after the one that this tab began', () => {
    const claims = { ...handedOver, claimed: 'pi_1' };
    expect(begun(claims).state.at).toMatchObject({ name: 'looking', payment: 'pi_1', others: [] });
    expect(begun(claims, 'pi_0').state.at).toMatchObject({ payment: 'pi_0', others: ['pi_1'] });
    expect(begun(claims, 'pi_1').state.at).toMatchObject({ payment: 'pi_1', others: [] });
  });

  test('shows the details form with a notice for an invalid client secret in the address', () => {
    expect(begun({ ...nothing, broken: true })).toMatchObject({
      state: { at: { name: 'details' }, fault: 'broken' },
      effects: [broken],
    });
  });

  test('keeps that notice through an earlier check', () => {
    const { state, effects } = begun({ ...nothing, broken: true }, 'pi_0');
    expect(effects).toEqual([broken, { do: 'book', payment: 'pi_0', details: {} }]);
    expect(step(state, no('unpaid', 'pi_0')).state).toMatchObject({
      at: { name: 'details' },
      fault: 'broken',
    });
  });

  test('books at once a payment that the bank approved, whatever else this tab remembers', () => {
    const back = { ...handedOver, returned: { paymentIntentId: 'pi_1', failed: false } };
    expect(begun(back, 'pi_0')).toMatchObject({
      state: { at: { name: 'booking', payment: 'pi_1', from: 'bank' } },
      effects: [forget('arrival'), book('pi_1')],
    });
  });

  test('shows the card form again with a notice after a bank’s refusal', () => {
    const back = { ...handedOver, returned: { paymentIntentId: 'pi_1', failed: true } };
    expect(begun(back, 'pi_1')).toMatchObject({
      state: { at: { name: 'card' } },
      effects: [
        forget('arrival'),
        forget('payment'),
        toastEffect('Payment Failed', 'Your bank did not approve this payment.'),
      ],
    });
  });
});

describe('the form', () => {
  test('continues to the card after the details, and forgets why they were asked for', () => {
    const lapsedState = at({ name: 'details' }, { clientSecret: null, fault: 'lapsed', details: {} });
    expect(step(lapsedState, { name: 'details given', details, clientSecret })).toEqual({
      state: card,
      effects: [],
    });
  });

  test('remembers the payment through a reload as soon as it may succeed', () => {
    expect(step(card, { name: 'paying', payment: 'pi_1' })).toEqual({ state: card, effects: [remember] });
  });

  test('books a paid service once', () => {
    expect(step(card, { name: 'paid', payment: 'pi_1' })).toEqual({
      state: bookingNow,
      effects: [book('pi_1')],
    });
    expect(step(bookingNow, { name: 'paid', payment: 'pi_1' })).toEqual({ state: bookingNow, effects: [] });
    expect(step(booked, { name: 'paid', payment: 'pi_1' })).toEqual({ state: booked, effects: [] });
  });

  test('asks for the details again when the payment has lapsed', () => {
    expect(step(card, { name: 'lapsed' })).toEqual({
      state: at({ name: 'details' }, { clientSecret: null, fault: 'lapsed' }),
      effects: [{ do: 'report', what: 'unusable' }],
    });
  });
});

describe('a booked payment', () => {
  test.each<[string, State]>([
    ['right after the payment', bookingNow],
    ['after a lost answer', unbooked],
    ['after a check', looking()],
    ['after a slow bank', underWay()],
    ['during a cancellation', cancelling],
  ])('is reported, and its data is forgotten: %s', (_, state) => {
    expect(step(state, { name: 'booked', booking })).toEqual({
      state: { ...state, at: { name: 'booked' } },
      effects: [
        forget('all'),
        { do: 'report', what: 'booked', booking },
        {
          do: 'tell',
          toast: { title: 'Payment Successful', description: 'Cleaning is booked.', low: true },
        },
      ],
    });
  });

  test('is reported once, however often it is confirmed', () => {
    expect(step(booked, { name: 'booked', booking })).toEqual({ state: booked, effects: [] });
    for (const kind of ['undecided', 'unanswered', 'unpaid', 'unknown', 'refunded', 'refused'] as const)
      expect(step(booked, no(kind))).toEqual({ state: booked, effects: [] });
  });
});

describe.each<[string, State]>([
  ['a paid service without a booking', bookingNow],
  ['a paid service that is still not booked when asked for again', unbooked],
])('%s', (_, state) => {
  const failed = toastEffect(
    'Payment Processed',
    'Payment successful but booking creation failed: Not so.. Contact support.',
  );
  const report: Effect = { do: 'report', what: 'unbooked' };

  test('is waited for if the bank has not decided', () => {
    expect(step(state, no('undecided'))).toEqual({ state: underWay(), effects: [remember] });
  });

  test('asks for no second payment after a lost answer, and survives a reload', () => {
    expect(step(state, no('unanswered'))).toEqual({
      state: at({ name: 'unbooked', payment: 'pi_1', asking: false }),
      effects: [report, failed],
    });
  });

  test('can be paid again if nothing was charged', () => {
    expect(step(state, no('unpaid'))).toEqual({
      state: card,
      effects: [forget('payment'), toastEffect('Payment Failed', 'Not so.')],
    });
    const known = { ...state, clientSecret: null };
    expect(step(known, no('unpaid')).state.at).toEqual({ name: 'details' });
  });

  test('starts again if the payment is not this person’s', () => {
    expect(step(state, no('unknown'))).toEqual({
      state: at({ name: 'details' }, { clientSecret: null, fault: 'broken' }),
      effects: [forget('payment'), broken],
    });
  });

  test('shows what happens to the money after a refund', () => {
    expect(step(state, no('refunded'))).toEqual({
      state: at({ name: 'refunded', words: 'Not so.' }),
      effects: [forget('payment'), report, failed],
    });
  });

  test('can be asked for again after another refusal', () => {
    expect(step(state, no('refused'))).toEqual({
      state: at({ name: 'unbooked', payment: 'pi_1', asking: false }),
      effects: [forget('payment'), report, failed],
    });
  });
});

describe('a payment checked before anything can be paid', () => {
  test('is waited for if the bank has not decided, and later ones wait too', () => {
    expect(step(looking({}, 'pi_2'), no('undecided'))).toEqual({
      state: underWay({}, 'pi_2'),
      effects: [remember],
    });
  });

  test('shows a failed check, and is checked again at a tap', () => {
    const { state, effects } = step(looking(), no('unanswered'));
    expect([state.at, effects]).toEqual([
      { name: 'looking', payment: 'pi_1', others: [], failed: new Error('Not so.') },
      [],
    ]);
    expect(step(state, { name: 'look again' })).toEqual({ state: looking(), effects: [book('pi_1')] });
  });

  test('is checked once at a time', () => {
    expect(step(looking(), { name: 'look again' })).toEqual({ state: looking(), effects: [] });
  });

  test.each<Kind>(['unpaid', 'refused', 'unknown'])(
    'gives way silently to the card or the details: %s',
    (kind) => {
      expect(step(looking(), no(kind))).toEqual({ state: card, effects: [forget('payment')] });
      expect(step(looking({ clientSecret: null }), no(kind)).state.at).toEqual({ name: 'details' });
    },
  );

  test('gives way to the next one', () => {
    expect(step(looking({ claimed: 'pi_2' }, 'pi_2', 'pi_3'), no('refunded'))).toEqual({
      state: at({ name: 'looking', payment: 'pi_2', others: ['pi_3'], failed: null }, { claimed: 'pi_2' }),
      effects: [forget('payment'), book('pi_2')],
    });
  });

  test('leads to the details if an address claimed it and it is not this person’s', () => {
    const known = { claimed: 'pi_1' };
    expect(step(looking(known), no('unknown'))).toEqual({
      state: at({ name: 'details' }, { ...known, clientSecret: null, fault: 'broken' }),
      effects: [forget('payment'), broken],
    });
    // A payment of this person can still be paid if it is unpaid.
    expect(step(looking(known), no('unpaid')).state.at).toEqual({ name: 'card' });
  });

  test('shows what happens to the money after a refund', () => {
    expect(step(looking(), no('refunded'))).toEqual({
      state: at({ name: 'refunded', words: 'Not so.' }),
      effects: [forget('payment')],
    });
  });

  test('ignores an answer about another payment', () => {
    expect(step(looking(), no('unpaid', 'pi_0'))).toEqual({ state: looking(), effects: [] });
  });
});

describe('a payment that the bank has not decided', () => {
  test('stays undecided until the bank decides, also without an answer', () => {
    expect(step(underWay(), { name: 'look again' })).toEqual({
      state: underWay(),
      effects: [book('pi_1')],
    });
    expect(step(underWay(), no('undecided')).state).toEqual(underWay());
    expect(step(underWay(), no('unanswered'))).toEqual({ state: underWay(), effects: [] });
  });

  test('reports a final failure, and can be tried again', () => {
    expect(step(underWay(), no('unpaid'))).toEqual({
      state: card,
      effects: [forget('payment'), toastEffect('Payment Failed', 'Not so.')],
    });
  });
});

describe('a payment checked by a tap', () => {
  test('is checked once for any number of taps, and stays on screen', () => {
    const waiting = at({ name: 'unbooked', payment: 'pi_1', asking: false });
    expect(step(waiting, { name: 'look again' })).toEqual({ state: unbooked, effects: [book('pi_1')] });
    expect(step(unbooked, { name: 'look again' })).toEqual({ state: unbooked, effects: [] });
  });
});

describe('a cancelled payment', () => {
  test('is cancelled once for any number of taps', () => {
    expect(step(card, { name: 'give up' })).toEqual({
      state: cancelling,
      effects: [{ do: 'cancel', clientSecret }],
    });
    expect(step(cancelling, { name: 'give up' })).toEqual({ state: cancelling, effects: [] });
  });

  test('is not cancelled after it was paid', () => {
    for (const state of [bookingNow, booked, underWay()])
      expect(step(state, { name: 'give up' })).toEqual({ state, effects: [] });
  });

  test('cannot be paid while the page closes, and its data is forgotten', () => {
    expect(step(cancelling, { name: 'given up' })).toEqual({
      state: cancelling,
      effects: [
        forget('all'),
        { do: 'report', what: 'cancelled' },
        { do: 'tell', toast: { title: 'Payment cancelled', description: 'Nothing was charged.' } },
      ],
    });
  });

  const notGivenUp = (undecided: boolean): Event => ({
    name: 'not given up',
    payment: 'pi_1',
    undecided,
    words: 'Not so.',
  });

  test('can be paid, or cancelled again, after a failed cancellation', () => {
    expect(step(cancelling, notGivenUp(false))).toEqual({
      state: card,
      effects: [toastEffect('Error', 'Not so.')],
    });
  });

  test('is waited for if it was paid meanwhile and the bank has not decided', () => {
    expect(step(cancelling, notGivenUp(true))).toEqual({
      state: underWay(),
      effects: [toastEffect('Error', 'Not so.'), remember],
    });
  });

  test('is booked if another window was quicker, whichever answer comes first', () => {
    expect(step(cancelling, { name: 'paid', payment: 'pi_1' })).toEqual({
      state: bookingNow,
      effects: [book('pi_1')],
    });
    expect(step(bookingNow, notGivenUp(false)).state).toEqual(bookingNow);
    expect(step(booked, notGivenUp(true)).state).toEqual(booked);
  });
});
