import type { PaymentIntent } from '@stripe/stripe-js';
import type { Body } from '../../../api/contract/calls.ts';
import type { Subscription } from '../../../api/contract/entities.ts';
import type { PlanTier } from '../../../api/contract/plans.ts';
import { ApiError } from '../../lib/api.ts';

/**
 * A change of the plan that runs, or a payment of it, from the asking to its end. Each state that is not the end asks
 * for one thing to be done in the world; what came of it is the event that leads on. `plan-changes.ts` does it.
 */
export interface Wanted {
  /** `null`: what is owed is to be paid. */
  body: Body<'changeSubscription'> | null;
  /** The plan that runs when it is asked for. */
  before: Subscription['tier'];
}

/** The bank said no: nothing was charged, and the plan is as it was. */
export class NotApproved extends Error {}

/** What the bank said was lost, and the plan has not changed so far. */
export class Unlearnt extends Error {}

export type Open =
  /** The server is asked. */
  | { name: 'asking' }
  /** The plan is read, which says whether it is done all the same. */
  | { name: 'answer lost'; error: Error }
  /** The bank's question stands over the page. */
  | { name: 'bank asks'; clientSecret: string }
  /** The provider is asked what the bank said: the answer to a yes may be lost, another tab may have been quicker. */
  | { name: 'bank unheard'; clientSecret: string }
  /** It is paid, or will be; the plan is read until it shows. */
  | { name: 'approved' }
  /** What the bank said could not be learnt; the plan is read once. */
  | { name: 'unlearnt' }
  /** The bank said no; the plan is read for what is left of the change. */
  | { name: 'not approved'; error: NotApproved }
  /** What the bank did not approve is taken back, so that it can be tried again. */
  | { name: 'taking back'; tier: PlanTier; error: NotApproved };

export type State = Open | { name: 'done'; plan: Subscription } | { name: 'failed'; error: Error };

export type Event =
  /** With a client secret, the bank is to be asked. */
  | { name: 'answered'; plan: Subscription; clientSecret: string | null }
  /** Where the payment stands after the bank's question; unknown where its answer was lost. */
  | { name: 'bank heard'; status: PaymentIntent.Status | undefined; words?: string | undefined }
  | { name: 'read'; plan: Subscription }
  /** What was to be done could not be. */
  | { name: 'failed'; error: Error };

export const asking: Open = { name: 'asking' };

export function step(wanted: Wanted, state: Open, event: Event): State {
  if (event.name === 'failed') return failed(state, event.error);
  if (event.name === 'bank heard') return heard(state, event);
  if (event.name === 'answered') {
    if (state.name === 'taking back') return failed(state, state.error);
    const { plan, clientSecret } = event;
    return clientSecret ? { name: 'bank asks', clientSecret } : { name: 'done', plan };
  }
  return read(wanted, state, event.plan);
}

/**
 * A refusal ends the change. Without an answer, the plan tells whether it is done. A later failure never hides an
 * earlier one.
 */
function failed(state: Open, error: Error): State {
  const isRefusal = error instanceof ApiError && error.status < 500;
  if (state.name === 'asking' && !isRefusal) return { name: 'answer lost', error };
  return { name: 'failed', error: 'error' in state ? state.error : error };
}

function heard(state: Open, { status, words }: Extract<Event, { name: 'bank heard' }>): State {
  switch (status) {
    case 'succeeded':
    case 'processing':
      return { name: 'approved' };
    case 'requires_payment_method':
    case 'canceled':
      return {
        name: 'not approved',
        error: new NotApproved(words || 'Your bank did not approve this payment.'),
      };
  }
  return status === undefined && state.name === 'bank asks'
    ? { name: 'bank unheard', clientSecret: state.clientSecret }
    : { name: 'unlearnt' };
}

function read(wanted: Wanted, state: Open, plan: Subscription): State {
  switch (state.name) {
    case 'answer lost':
      return isAsAsked(plan, wanted.body) ? { name: 'done', plan } : { name: 'failed', error: state.error };
    case 'unlearnt':
      return isSettled(plan, wanted.before)
        ? { name: 'done', plan }
        : { name: 'failed', error: new Unlearnt() };
    case 'not approved': {
      const tier = tierToKeep(wanted, plan);
      return tier
        ? { name: 'taking back', tier, error: state.error }
        : { name: 'failed', error: state.error };
    }
    default:
      return { name: 'done', plan };
  }
}

/**
 * The plan that is to go on where the change waits still. On a plan that has gone up meanwhile the same call would be
 * the way down; and what is owed is no change.
 */
const tierToKeep = ({ body, before }: Wanted, { tier, pendingTier }: Subscription): PlanTier | null =>
  body && pendingTier && tier === before && tier !== 'none' ? tier : null;

const isAsAsked = ({ status, nextTier, pendingTier }: Subscription, body: Wanted['body']): boolean => {
  if (!body) return status === 'active' && !pendingTier;
  return 'tier' in body
    ? nextTier === body.tier && !pendingTier
    : (nextTier === null) === body.cancelAtPeriodEnd;
};

/** Whether what was asked of the plan that was `before` is done, or dropped. */
export const isSettled = ({ tier, pendingTier, owed }: Subscription, before: Subscription['tier']): boolean =>
  tier !== before || (!pendingTier && !owed);

/**
 * Goes from state to state until the end.
 * @param perform does what a state asks for
 * @throws what it failed with
 */
export async function carryOut(
  wanted: Wanted,
  perform: (state: Open) => Promise<Event>,
): Promise<Subscription> {
  let state: State = asking;
  while (state.name !== 'done' && state.name !== 'failed') {
    const event = await perform(state).catch((error: Error): Event => ({ name: 'failed', error }));
    state = step(wanted, state, event);
  }
  if (state.name === 'failed') throw state.error;
  return state.plan;
}
