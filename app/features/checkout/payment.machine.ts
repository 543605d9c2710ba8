import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import { oneText } from '../../lib/one-text.ts';
import type { Toast } from '../../ui/toasts/toast.tsx';
import type { Begin } from './begin.ts';
import type { Details } from './checkout-handover.ts';
import { isFinal, type Refusal } from './refusal.ts';

/**
 * The payment of one service, as states, events and effects. A state decides the view, an event reports a fact, and an
 * effect is an act outside of this file. `use-payment.ts` runs the effects.
 */
export interface State {
  at: Place;
  /** The name of the service. */
  service: string;
  details: Details;
  clientSecret: string | null;
  /** The reason why the details are asked for again. */
  fault: Fault;
  /** The payment that an address claimed to be this person's. */
  claimed: string | null;
}

/** `broken`: the address named a payment that is not this person's. `lapsed`: the payment can no longer be paid. */
export type Fault = 'broken' | 'lapsed' | null;

export type Place =
  /** The form asks for the details, and begins a payment. */
  | { name: 'details' }
  /** The form asks for the card. */
  | { name: 'card' }
  /** The payment is being cancelled, or was: it can no longer be paid, and the page closes soon. */
  | { name: 'cancelling' }
  /** The payment succeeded, and the server is asked to book. */
  | { name: 'booking'; payment: string; from: 'card' | 'bank' }
  /** The payment succeeded, and it is unknown whether it is booked. `asking`: the server is asked again. */
  | { name: 'unbooked'; payment: string; asking: boolean }
  /** The payment succeeded but could not be booked, so the money is refunded. */
  | { name: 'refunded'; words: string }
  | { name: 'booked' }
  | Looking
  | UnderWay;

/** An earlier payment may have succeeded, and is checked before anything can be paid. `failed`: the check failed. */
interface Looking {
  name: 'looking';
  payment: string;
  /** The payments to check next. */
  others: string[];
  failed: Error | null;
}

/** The bank has not decided. This state stays while the server is asked again. */
interface UnderWay {
  name: 'under way';
  payment: string;
  others: string[];
}

export type Event =
  | { name: 'details given'; details: Details; clientSecret: string }
  /** The payment may succeed without this page from now on. */
  | { name: 'paying'; payment: string }
  | { name: 'paid'; payment: string }
  /** The client secret can no longer be used. */
  | { name: 'lapsed' }
  | { name: 'booked'; booking: Booking }
  | { name: 'not booked'; payment: string; refusal: Refusal }
  /** The person, or the page itself, asks again for the result. */
  | { name: 'look again' }
  | { name: 'give up' }
  | { name: 'given up' }
  /** `undecided`: the payment was made in the meantime, and the bank has not decided. */
  | { name: 'not given up'; payment: string; undecided: boolean; words: string };

export type Effect =
  /** The server is asked to book a payment. */
  | { do: 'book'; payment: string; details: Details }
  /** The server is asked to cancel a payment. */
  | { do: 'cancel'; clientSecret: string }
  /** Stores the payment under way, so that it survives a reload. */
  | { do: 'remember'; payment: string }
  /** Forgets the payment under way, the address's data, or both and the dialog's data. */
  | { do: 'forget'; what: 'payment' | 'arrival' | 'all' }
  | { do: 'tell'; toast: Toast }
  /** Reports to the surrounding page. */
  | { do: 'report'; what: 'unbooked' | 'unusable' | 'cancelled' }
  | { do: 'report'; what: 'booked'; booking: Booking };

export interface Step {
  state: State;
  effects: Effect[];
}

/**
 * The first state and its effects.
 * @param pending a payment that this tab began and whose result it does not know; it may have succeeded
 */
export function begin(service: string, found: Begin, pending: string | null): Step {
  const { details, clientSecret, claimed, broken, returned } = found;
  const state = open({ service, details, clientSecret, claimed, fault: broken ? 'broken' : null });
  if (returned) return backFromBank(state, returned);
  const notices = broken ? [tellBroken] : [];
  const [payment, ...others] = new Set([pending, claimed].filter((id) => id !== null));
  if (!payment) return { state, effects: notices };
  return go(state, { name: 'looking', payment, others, failed: null }, ...notices, book(state, payment));
}

/** Settles at once the result from the payer's bank. */
function backFromBank(state: State, { paymentIntentId, failed }: NonNullable<Begin['returned']>): Step {
  if (failed) {
    const notice = tellFailed('Your bank did not approve this payment.');
    return { state, effects: [forgetArrival, forgetPayment, notice] };
  }
  const at: Place = { name: 'booking', payment: paymentIntentId, from: 'bank' };
  return go(state, at, forgetArrival, book(state, paymentIntentId));
}

export function step(state: State, event: Event): Step {
  const { at } = state;
  switch (event.name) {
    case 'details given': {
      const { details, clientSecret } = event;
      return go({ ...state, details, clientSecret, fault: null }, { name: 'card' });
    }
    case 'paying':
      return go(state, at, { do: 'remember', payment: event.payment });
    case 'paid':
      if (at.name !== 'card' && at.name !== 'cancelling') return go(state, at);
      return go(state, { name: 'booking', payment: event.payment, from: 'card' }, book(state, event.payment));
    case 'lapsed':
      return go(
        { ...state, clientSecret: null, fault: 'lapsed' },
        { name: 'details' },
        { do: 'report', what: 'unusable' },
      );
    case 'booked':
      return at.name === 'booked' ? go(state, at) : celebrate(state, event.booking);
    case 'not booked':
      return notBooked(state, event.payment, event.refusal);
    case 'look again':
      return lookAgain(state);
    case 'give up':
      if (at.name !== 'card' || !state.clientSecret) return go(state, at);
      return go(state, { name: 'cancelling' }, { do: 'cancel', clientSecret: state.clientSecret });
    case 'given up':
      return go(
        state,
        at,
        forgetAll,
        { do: 'report', what: 'cancelled' },
        tell('Payment cancelled', 'Nothing was charged.'),
      );
    case 'not given up':
      return notGivenUp(state, event);
  }
}

const celebrate = (state: State, booking: Booking): Step =>
  go(
    state,
    { name: 'booked' },
    forgetAll,
    { do: 'report', what: 'booked', booking },
    {
      do: 'tell',
      toast: { title: 'Payment Successful', description: oneText`${state.service} is booked.`, low: true },
    },
  );

function notBooked(state: State, payment: string, refusal: Refusal): Step {
  const { at } = state;
  switch (at.name) {
    case 'looking':
    case 'under way':
      return at.payment === payment ? looked(state, at, refusal) : go(state, at);
    case 'booking':
    case 'unbooked':
      return refused(state, payment, refusal);
    default:
      return go(state, at);
  }
}

/** The result of checking an earlier payment. */
function looked(state: State, at: Looking | UnderWay, refusal: Refusal): Step {
  const { kind, words, error } = refusal;
  if (kind === 'undecided') return waitFor(state, at.payment, at.others);
  if (!isFinal(refusal)) return go(state, at.name === 'looking' ? { ...at, failed: error } : at);
  const isNone = kind === 'unknown' && at.payment === state.claimed;
  const left = isNone ? discard(state) : open(state);
  const effects = [forgetPayment];
  if (isNone) effects.push(tellBroken);
  if (kind === 'unpaid' && at.name === 'under way') effects.push(tellFailed(words));
  const [payment, ...others] = at.others;
  if (payment)
    return go(left, { name: 'looking', payment, others, failed: null }, ...effects, book(state, payment));
  return go(left, kind === 'refunded' ? { name: 'refunded', words } : left.at, ...effects);
}

/** The server did not book a payment that may have succeeded. */
function refused(state: State, payment: string, refusal: Refusal): Step {
  const { kind, words } = refusal;
  if (kind === 'undecided') return waitFor(state, payment, []);
  if (kind === 'unknown') return { state: discard(state), effects: [forgetPayment, tellBroken] };
  if (kind === 'unpaid') return { state: open(state), effects: [forgetPayment, tellFailed(words)] };
  return go(
    state,
    kind === 'refunded' ? { name: 'refunded', words } : { name: 'unbooked', payment, asking: false },
    ...(isFinal(refusal) ? [forgetPayment] : []),
    { do: 'report', what: 'unbooked' },
    tellFailure(
      'Payment Processed',
      `Payment successful but booking creation failed: ${words}. Contact support.`,
    ),
  );
}

function lookAgain(state: State): Step {
  const { at } = state;
  if (at.name === 'under way') return go(state, at, book(state, at.payment));
  if (at.name === 'looking' && at.failed) return go(state, { ...at, failed: null }, book(state, at.payment));
  if (at.name === 'unbooked' && !at.asking)
    return go(state, { ...at, asking: true }, book(state, at.payment));
  return go(state, at);
}

function notGivenUp(
  state: State,
  { payment, undecided, words }: Extract<Event, { name: 'not given up' }>,
): Step {
  const notice = tellFailure('Error', words);
  if (state.at.name === 'booked') return { state, effects: [notice] };
  if (undecided) {
    const { state: waiting, effects } = waitFor(state, payment, []);
    return { state: waiting, effects: [notice, ...effects] };
  }
  return { state: state.at.name === 'cancelling' ? open(state) : state, effects: [notice] };
}

/** Waits for the bank; the page itself asks for the result. */
const waitFor = (state: State, payment: string, others: string[]): Step =>
  go(state, { name: 'under way', payment, others }, { do: 'remember', payment });

const go = (state: State, at: Place, ...effects: Effect[]): Step => ({ state: { ...state, at }, effects });

/** The state in which a payment can be made, or begun. */
const open = (known: Omit<State, 'at'>): State => ({
  ...known,
  at: { name: known.clientSecret ? 'card' : 'details' },
});

/** Drops a payment that is not this person's. */
const discard = (state: State): State => open({ ...state, clientSecret: null, fault: 'broken' });

const book = ({ details }: State, payment: string): Effect => ({ do: 'book', payment, details });
const forgetPayment: Effect = { do: 'forget', what: 'payment' };
const forgetArrival: Effect = { do: 'forget', what: 'arrival' };
const forgetAll: Effect = { do: 'forget', what: 'all' };
const tell = (title: string, description: string): Effect => ({ do: 'tell', toast: { title, description } });
const tellFailure = (title: string, description: string): Effect => ({
  do: 'tell',
  toast: { title, description, style: 'destructive' },
});
const tellFailed = (description: string): Effect => tellFailure('Payment Failed', description);
const tellBroken: Effect = tellFailure('Error', 'Failed to initialize payment');
