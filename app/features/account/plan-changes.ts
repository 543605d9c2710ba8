import { queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '../../../api/contract/calls.ts';
import type { Subscription } from '../../../api/contract/entities.ts';
import { ApiError, call, keyOf } from '../../lib/api.ts';
import { loadPayments } from '../../lib/card-payments.ts';
import { configQuery, userQuery } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';
import { outOfTheWay, topLayer } from '../../ui/top-layer.ts';
import { hoursQuery, statementQuery } from './queries.ts';

export const subscriptionQuery = () =>
  queryOptions<Answer<'readSubscription'>>({ queryKey: keyOf('readSubscription') });

/** How often it is looked at what the bank has not decided, while that is on screen. */
export const bankPollMs = 5000;

/** The bank said no: nothing was charged, and the plan is as it was. */
export class NotApproved extends Error {}

/** What the bank said was lost, and the plan has not changed so far. */
export class Unlearnt extends Error {}

const changing = { mutationKey: ['plan-change'] };
/** Whether the plan is being changed or paid, from wherever that was asked for. */
export const usePlanChanging = (): boolean => useIsMutating(changing) > 0;

interface Wanted {
  body: Body<'changeSubscription'>;
  before: Subscription['tier'];
}

const pollMs = 1000;
const patienceMs = 30_000;

/**
 * Changes of the plan that runs. Where the bank asks, its question stands over the page; what it lets through is
 * waited for. Whatever became of it, plan, hours and payments are read again.
 */
export function usePlanChange() {
  const client = useQueryClient();
  const keep = (subscription: Subscription) =>
    client.setQueryData(subscriptionQuery().queryKey, subscription);

  async function answerBank(clientSecret: string, before: Subscription['tier']): Promise<Subscription> {
    const { payments } = await client.ensureQueryData(configQuery());
    const stripe = await loadPayments(payments);
    const { error } = await outOfTheWay(topLayer(), () => stripe.handleNextAction({ clientSecret }));
    if (!error) return awaitChange(before);
    // Not every error is a no: the answer to a yes may be lost, and another tab may have been quicker.
    const intent = error.payment_intent ?? (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent;
    const status = intent?.status;
    if (status === 'requires_payment_method' || status === 'canceled')
      throw new NotApproved(
        (error.payment_intent && error.message) || 'Your bank did not approve this payment.',
      );
    if (status === 'succeeded' || status === 'processing') return awaitChange(before);
    const subscription = await read();
    if (isSettled(subscription, before)) return subscription;
    throw new Unlearnt();
  }

  async function read(): Promise<Subscription> {
    const subscription = await call('readSubscription');
    keep(subscription);
    return subscription;
  }

  /** The provider tells our server, which may take a moment. */
  async function awaitChange(before: Subscription['tier']): Promise<Subscription> {
    const until = Date.now() + patienceMs;
    for (;;) {
      const subscription = await read();
      if (isSettled(subscription, before) || Date.now() > until) return subscription;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  /** Where the answer was lost, the plan says whether it is done. */
  async function orAsRead(
    asked: Promise<Answer<'changeSubscription'>>,
    isDone: (subscription: Subscription) => boolean,
  ): Promise<Answer<'changeSubscription'>> {
    try {
      return await asked;
    } catch (error) {
      const subscription =
        error instanceof ApiError && error.status < 500 ? null : await read().catch(() => null);
      if (!subscription || !isDone(subscription)) throw error;
      return { subscription, clientSecret: null };
    }
  }

  async function carryOut(
    asked: Promise<Answer<'changeSubscription'>>,
    before: Subscription['tier'],
    isDone: (subscription: Subscription) => boolean,
  ): Promise<Subscription> {
    const { subscription, clientSecret } = await orAsRead(asked, isDone);
    keep(subscription);
    return clientSecret ? answerBank(clientSecret, before) : subscription;
  }

  /**
   * What the bank did not approve is taken back, so that it can be tried again: while it waits, and no longer. On a
   * plan that has gone up meanwhile the same call would be the way down.
   */
  async function takeBack(before: Subscription['tier']): Promise<void> {
    const { tier, pendingTier } = await read();
    if (tier === before && tier !== 'none' && pendingTier)
      keep((await call('changeSubscription', { body: { tier } })).subscription);
  }

  const onSettled = () =>
    Promise.all(
      [
        subscriptionQuery(),
        userQuery(),
        hoursQuery(),
        statementQuery(),
        { queryKey: keyOf('listBillingHistory') },
      ].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    );
  const change = useMutation({
    ...changing,
    mutationFn: async ({ body, before }: Wanted) => {
      try {
        return await carryOut(call('changeSubscription', { body }), before, (after) =>
          isAsAsked(after, body),
        );
      } catch (error) {
        if (error instanceof NotApproved) await takeBack(before).catch(() => {});
        throw error;
      }
    },
    onSettled,
  });
  const pay = useMutation({
    ...changing,
    mutationFn: (before: Subscription['tier']) =>
      carryOut(
        call('paySubscription'),
        before,
        ({ status, pendingTier }) => status === 'active' && !pendingTier,
      ),
    // Told of here: what asked for it may be gone once nothing is owed.
    onSuccess: ({ status, pendingTier }) =>
      status === 'past_due' || pendingTier
        ? toast({ title: 'Your payment is under way', description: 'It shows here within minutes.' })
        : toast({ title: 'Payment Successful' }),
    onError: (error) =>
      toast({ title: 'Payment Failed', description: failureOf(error), style: 'destructive' }),
    onSettled,
  });
  // By the client's own count: what a page shows follows a tap a moment later.
  const isIdle = () => client.isMutating(changing) === 0;
  const mutateChange: typeof change.mutate = (...given) => isIdle() && change.mutate(...given);
  const mutatePay: typeof pay.mutate = (...given) => isIdle() && pay.mutate(...given);
  return { change: { ...change, mutate: mutateChange }, pay: { ...pay, mutate: mutatePay } };
}

const isAsAsked = ({ nextTier, pendingTier }: Subscription, body: Wanted['body']): boolean =>
  'tier' in body ? nextTier === body.tier && !pendingTier : (nextTier === null) === body.cancelAtPeriodEnd;

/** Whether what was asked of the plan that was `before` is done, or dropped. */
const isSettled = ({ tier, pendingTier, owed }: Subscription, before: Subscription['tier']): boolean =>
  tier !== before || (!pendingTier && !owed);

/** What to tell of a change that failed. */
export function failureOf(error: Error): string {
  if (error instanceof NotApproved)
    return `${error.message} Nothing was charged, and your plan is as it was.`;
  if (error instanceof Unlearnt)
    return 'We could not learn whether your bank approved this. Please try again: nobody is charged twice.';
  if (error instanceof ApiError && error.code === 'payment_incomplete')
    return `${error.text} Nothing was charged, and your plan is as it was.`;
  if (error instanceof ApiError && error.status < 500) return error.text;
  if (error instanceof ApiError) return 'Something went wrong on our side. Please try again.';
  return 'The network did not answer. Please try again: nobody is charged twice.';
}
