import type { PaymentIntent } from '@stripe/stripe-js';
import type { Body } from '../../../api/contract/calls/calls.ts';
import type { PlanTier } from '../../../api/contract/rules/plans.ts';
import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { ApiError } from '../../lib/api.ts';

/**
 * A change of the current plan, or a payment of it, from the request to its end. Each state except the last ones
 * asks for one action outside; its result is the next event. `plan-changes.ts` runs the actions.
 */
export interface Wanted {
  /** `null`: an open debt is to be paid. */
  body: Body<'changeSubscription'> | null;
  /** The current plan at the time of the request. */
  before: Subscription['tier'];
}

/** The bank refused: nothing was charged, and the plan is unchanged. */
export class NotApproved extends Error {}

/** The bank's answer was lost, and the plan has not changed so far. */
export class Unlearnt extends Error {}

export type Open =
  /** The request is sent to the server. */
  | { name: 'asking' }
  /** The plan is read, to learn whether the change was made in spite of the lost answer. */
  | { name: 'answer lost'; error: Error }
  /** The bank's question is shown over the page. */
  | { name: 'bank asks'; clientSecret: string }
  /** The provider is asked for the bank's answer: the answer may be lost, or another tab may have been quicker. */
  | { name: 'bank unheard'; clientSecret: string }
  /** The payment is made, or will be; the plan is read until the change appears. */
  | { name: 'approved' }
  /** The bank's answer could not be read; the plan is read once. */
  | { name: 'unlearnt' }
  /** The bank refused; the plan is read to see whether the change is still open. */
  | { name: 'not approved'; error: NotApproved }
  /** The refused change is taken back, so that it can be tried again. */
  | { name: 'taking back'; tier: PlanTier; error: NotApproved };

export type State = Open | { name: 'done'; plan: Subscription } | { name: 'failed'; error: Error };

export type Event =
  /** A client secret means that the bank must be asked. */
  | { name: 'answered'; plan: Subscription; clientSecret: string | null }
  /** The state of the payment after the bank's question; undefined if the answer was lost. */
  | { name: 'bank heard'; status: PaymentIntent.Status | undefined; words?: string | undefined }
  | { name: 'read'; plan: Subscription }
  /** The action failed. */
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
 * A refusal ends the change. Without an answer, the plan shows whether the change was made. A later failure never
 * hides an earlier one.
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
 * The plan to return to if the change is still open; `null` after an upgrade meanwhile, when the same call would be
 * a downgrade, and for a debt, which is no change.
 */
const tierToKeep = ({ body, before }: Wanted, { tier, pendingTier }: Subscription): PlanTier | null =>
  body && pendingTier && tier === before && tier !== 'none' ? tier : null;

const isAsAsked = ({ status, nextTier, pendingTier }: Subscription, body: Wanted['body']): boolean => {
  if (!body) return status === 'active' && !pendingTier;
  return 'tier' in body
    ? nextTier === body.tier && !pendingTier
    : (nextTier === null) === body.cancelAtPeriodEnd;
};

/** Whether the request about the plan `before` is done, or dropped. */
export const isSettled = ({ tier, pendingTier, owed }: Subscription, before: Subscription['tier']): boolean =>
  tier !== before || (!pendingTier && !owed);

/**
 * Goes from state to state until the end.
 * @param perform runs the action of a state
 * @throws the error of a failed change
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
