import { describe, expect, test } from 'vitest';
import type { Booking } from '../../../api/contract/entities.ts';
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
const told = (title: string, description: string): Effect => ({
  do: 'tell',
  toast: { title, description, style: 'destructive' },
});
const broken = told('Error', 'Failed to initialize payment');

describe('a checkout begins', () => {
  test('with the card, where the dialog handed a payment over', () => {
    expect(begun(handedOver)).toMatchObject({ state: { at: { name: 'card' }, details }, effects: [] });
  });

  test('with the details, where there is no payment', () => {
    expect(begun(nothing)).toMatchObject({ state: { at: { name: 'details' }, fault: null }, effects: [] });
  });

  test('by looking whether a payment went through that this tab lost sight of', () => {
    expect(begun(handedOver, 'pi_0')).toMatchObject({
      state: { at: { name: 'looking', payment: 'pi_0', others: [] } },
      effects: [book('pi_0')],
    });
  });

  test('by looking after a payment that an address claims, and first after the one that this tab began', () => {
    const claims = { ...handedOver, claimed: 'pi_1' };
    expect(begun(claims).state.at).toMatchObject({ name: 'looking', payment: 'pi_1', others: [] });
    expect(begun(claims, 'pi_0').state.at).toMatchObject({ payment: 'pi_0', others: ['pi_1'] });
    expect(begun(claims, 'pi_1').state.at).toMatchObject({ payment: 'pi_1', others: [] });
  });

  test('with the details and a word of it, where the address carried no client secret of a payment', () => {
    expect(begun({ ...nothing, broken: true })).toMatchObject({
      state: { at: { name: 'details' }, fault: 'broken' },
      effects: [broken],
    });
  });

  test('by looking first also then, and keeps the word for the details that follow', () => {
    const { state, effects } = begun({ ...nothing, broken: true }, 'pi_0');
    expect(effects).toEqual([broken, { do: 'book', payment: 'pi_0', details: {} }]);
    expect(step(state, no('unpaid', 'pi_0')).state).toMatchObject({
      at: { name: 'details' },
      fault: 'broken',
    });
  });

  test('by booking at once what the bank let through, whatever else this tab remembers', () => {
    const back = { ...handedOver, returned: { paymentIntentId: 'pi_1', failed: false } };
    expect(begun(back, 'pi_0')).toMatchObject({
      state: { at: { name: 'booking', payment: 'pi_1', from: 'bank' } },
      effects: [forget('arrival'), book('pi_1')],
    });
  });

  test('with the card again after a bank that said no, and says so', () => {
    const back = { ...handedOver, returned: { paymentIntentId: 'pi_1', failed: true } };
    expect(begun(back, 'pi_1')).toMatchObject({
      state: { at: { name: 'card' } },
      effects: [
        forget('arrival'),
        forget('payment'),
        told('Payment Failed', 'Your bank did not approve this payment.'),
      ],
    });
  });
});

describe('the form', () => {
  test('goes on to the card once the details are given, and forgets why they were asked for', () => {
    const asked = at({ name: 'details' }, { clientSecret: null, fault: 'lapsed', details: {} });
    expect(step(asked, { name: 'details given', details, clientSecret })).toEqual({
      state: card,
      effects: [],
    });
  });

  test('keeps the payment through a reload from the moment on in which it may succeed', () => {
    expect(step(card, { name: 'paying', payment: 'pi_1' })).toEqual({ state: card, effects: [remember] });
  });

  test('has booked what is paid, once', () => {
    expect(step(card, { name: 'paid', payment: 'pi_1' })).toEqual({
      state: bookingNow,
      effects: [book('pi_1')],
    });
    expect(step(bookingNow, { name: 'paid', payment: 'pi_1' })).toEqual({ state: bookingNow, effects: [] });
    expect(step(booked, { name: 'paid', payment: 'pi_1' })).toEqual({ state: booked, effects: [] });
  });

  test('asks for the details anew when the payment has lapsed', () => {
    expect(step(card, { name: 'lapsed' })).toEqual({
      state: at({ name: 'details' }, { clientSecret: null, fault: 'lapsed' }),
      effects: [{ do: 'report', what: 'unusable' }],
    });
  });
});

describe('a payment that is booked', () => {
  test.each<[string, State]>([
    ['once it is paid', bookingNow],
    ['though that could not be learnt at first', unbooked],
    ['where it was looked after', looking()],
    ['where the bank took its time', underWay()],
    ['while it was being given up', cancelling],
  ])('is told, and all is forgotten that led to it: %s', (_, state) => {
    expect(step(state, { name: 'booked', booking })).toEqual({
      state: { ...state, at: { name: 'booked' } },
      effects: [
        forget('all'),
        { do: 'report', what: 'booked', booking },
        { do: 'tell', toast: { title: 'Payment Successful', description: 'Cleaning is booked.' } },
      ],
    });
  });

  test('is told once, whoever else hears of it', () => {
    expect(step(booked, { name: 'booked', booking })).toEqual({ state: booked, effects: [] });
    for (const kind of ['undecided', 'unanswered', 'unpaid', 'unknown', 'refunded', 'refused'] as const)
      expect(step(booked, no(kind))).toEqual({ state: booked, effects: [] });
  });
});

describe.each<[string, State]>([
  ['a payment that is made and not booked', bookingNow],
  ['a payment that is made and, asked after once more, still not booked', unbooked],
])('%s', (_, state) => {
  const failed = told(
    'Payment Processed',
    'Payment successful but booking creation failed: Not so.. Contact support.',
  );
  const report: Effect = { do: 'report', what: 'unbooked' };

  test('is waited for where the bank has not decided', () => {
    expect(step(state, no('undecided'))).toEqual({ state: underWay(), effects: [remember] });
  });

  test('asks for no second payment where the answer is lost, and is kept through a reload', () => {
    expect(step(state, no('unanswered'))).toEqual({
      state: at({ name: 'unbooked', payment: 'pi_1', asking: false }),
      effects: [report, failed],
    });
  });

  test('may be paid again where nothing was charged', () => {
    expect(step(state, no('unpaid'))).toEqual({
      state: card,
      effects: [forget('payment'), told('Payment Failed', 'Not so.')],
    });
    const known = { ...state, clientSecret: null };
    expect(step(known, no('unpaid')).state.at).toEqual({ name: 'details' });
  });

  test('is begun anew where the payment is none of this person’s', () => {
    expect(step(state, no('unknown'))).toEqual({
      state: at({ name: 'details' }, { clientSecret: null, fault: 'broken' }),
      effects: [forget('payment'), broken],
    });
  });

  test('says what became of the money where that goes back', () => {
    expect(step(state, no('refunded'))).toEqual({
      state: at({ name: 'refunded', words: 'Not so.' }),
      effects: [forget('payment'), report, failed],
    });
  });

  test('can be asked after where it was refused for another reason', () => {
    expect(step(state, no('refused'))).toEqual({
      state: at({ name: 'unbooked', payment: 'pi_1', asking: false }),
      effects: [forget('payment'), report, failed],
    });
  });
});

describe('a payment that is looked after before anything can be paid', () => {
  test('is waited for where the bank has not decided, and those after it wait, too', () => {
    expect(step(looking({}, 'pi_2'), no('undecided'))).toEqual({
      state: underWay({}, 'pi_2'),
      effects: [remember],
    });
  });

  test('says so where that could not be learnt, and is asked after again at a tap', () => {
    const { state, effects } = step(looking(), no('unanswered'));
    expect([state.at, effects]).toEqual([
      { name: 'looking', payment: 'pi_1', others: [], failed: new Error('Not so.') },
      [],
    ]);
    expect(step(state, { name: 'look again' })).toEqual({ state: looking(), effects: [book('pi_1')] });
  });

  test('is asked after once at a time', () => {
    expect(step(looking(), { name: 'look again' })).toEqual({ state: looking(), effects: [] });
  });

  test.each<Kind>(['unpaid', 'refused', 'unknown'])(
    'makes way without a word for the card or the details: %s',
    (kind) => {
      expect(step(looking(), no(kind))).toEqual({ state: card, effects: [forget('payment')] });
      expect(step(looking({ clientSecret: null }), no(kind)).state.at).toEqual({ name: 'details' });
    },
  );

  test('makes way for the next one', () => {
    expect(step(looking({ claimed: 'pi_2' }, 'pi_2', 'pi_3'), no('refunded'))).toEqual({
      state: at({ name: 'looking', payment: 'pi_2', others: ['pi_3'], failed: null }, { claimed: 'pi_2' }),
      effects: [forget('payment'), book('pi_2')],
    });
  });

  test('that an address claimed and that is none of this person’s leads to the details', () => {
    const known = { claimed: 'pi_1' };
    expect(step(looking(known), no('unknown'))).toEqual({
      state: at({ name: 'details' }, { ...known, clientSecret: null, fault: 'broken' }),
      effects: [forget('payment'), broken],
    });
    // Of this person's, it is paid where it is not yet.
    expect(step(looking(known), no('unpaid')).state.at).toEqual({ name: 'card' });
  });

  test('says what became of the money where that goes back', () => {
    expect(step(looking(), no('refunded'))).toEqual({
      state: at({ name: 'refunded', words: 'Not so.' }),
      effects: [forget('payment')],
    });
  });

  test('is not decided by an answer about another one', () => {
    expect(step(looking(), no('unpaid', 'pi_0'))).toEqual({ state: looking(), effects: [] });
  });
});

describe('a payment that the bank has not decided', () => {
  test('stays so while it is not, and while nothing is learnt', () => {
    expect(step(underWay(), { name: 'look again' })).toEqual({
      state: underWay(),
      effects: [book('pi_1')],
    });
    expect(step(underWay(), no('undecided')).state).toEqual(underWay());
    expect(step(underWay(), no('unanswered'))).toEqual({ state: underWay(), effects: [] });
  });

  test('says so when it fails in the end, and can be tried again', () => {
    expect(step(underWay(), no('unpaid'))).toEqual({
      state: card,
      effects: [forget('payment'), told('Payment Failed', 'Not so.')],
    });
  });
});

describe('a payment that is asked after at a tap', () => {
  test('is asked after once, however often one taps, and stays on screen', () => {
    const waiting = at({ name: 'unbooked', payment: 'pi_1', asking: false });
    expect(step(waiting, { name: 'look again' })).toEqual({ state: unbooked, effects: [book('pi_1')] });
    expect(step(unbooked, { name: 'look again' })).toEqual({ state: unbooked, effects: [] });
  });
});

describe('a payment that is given up', () => {
  test('is cancelled once, however often one taps', () => {
    expect(step(card, { name: 'give up' })).toEqual({
      state: cancelling,
      effects: [{ do: 'cancel', clientSecret }],
    });
    expect(step(cancelling, { name: 'give up' })).toEqual({ state: cancelling, effects: [] });
  });

  test('is not cancelled once it is paid', () => {
    for (const state of [bookingNow, booked, underWay()])
      expect(step(state, { name: 'give up' })).toEqual({ state, effects: [] });
  });

  test('can be paid no more while the page is left, and all is forgotten that led to it', () => {
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

  test('can be paid, or given up again, where that failed', () => {
    expect(step(cancelling, notGivenUp(false))).toEqual({
      state: card,
      effects: [told('Error', 'Not so.')],
    });
  });

  test('is waited for where it was paid in the meantime and the bank has not decided', () => {
    expect(step(cancelling, notGivenUp(true))).toEqual({
      state: underWay(),
      effects: [told('Error', 'Not so.'), remember],
    });
  });

  test('is booked where another window was quicker, whichever answer comes first', () => {
    expect(step(cancelling, { name: 'paid', payment: 'pi_1' })).toEqual({
      state: bookingNow,
      effects: [book('pi_1')],
    });
    expect(step(bookingNow, notGivenUp(false)).state).toEqual(bookingNow);
    expect(step(booked, notGivenUp(true)).state).toEqual(booked);
  });
});
