import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '../../../api/contract/calls.ts';
import type { Subscription } from '../../../api/contract/entities.ts';
import { ApiError, call, keyOf } from '../../lib/api.ts';
import { loadPayments } from '../../lib/card-payments.ts';
import { configQuery, userQuery } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';

export const subscriptionQuery = () =>
  queryOptions<Answer<'readSubscription'>>({ queryKey: keyOf('readSubscription') });

/** The bank said no, or was not answered: nothing was charged, and the plan is as it was. */
export class NotApproved extends Error {}

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
    const { error } = await stripe.handleNextAction({ clientSecret });
    if (error) throw new NotApproved(error.message ?? 'Your bank did not approve this payment.');
    return awaitChange(before);
  }

  /** The provider tells our server, which may take a moment. */
  async function awaitChange(before: Subscription['tier']): Promise<Subscription> {
    const until = Date.now() + patienceMs;
    for (;;) {
      const subscription = await call('readSubscription');
      keep(subscription);
      const isSettled = subscription.tier !== before || (!subscription.pendingTier && !subscription.owed);
      if (isSettled || Date.now() > until) return subscription;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  async function carryOut(
    asked: Promise<Answer<'changeSubscription'>>,
    before: Subscription['tier'],
  ): Promise<Subscription> {
    const { subscription, clientSecret } = await asked;
    keep(subscription);
    return clientSecret ? answerBank(clientSecret, before) : subscription;
  }

  const onSettled = () =>
    Promise.all(
      [subscriptionQuery(), userQuery(), { queryKey: keyOf('listBillingHistory') }].map(({ queryKey }) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  const change = useMutation({
    mutationFn: ({ body, before }: { body: Body<'changeSubscription'>; before: Subscription['tier'] }) =>
      carryOut(call('changeSubscription', { body }), before),
    onSettled,
  });
  const pay = useMutation({
    mutationFn: (before: Subscription['tier']) => carryOut(call('paySubscription'), before),
    // Told of here: what asked for it may be gone once nothing is owed.
    onSuccess: ({ status }) =>
      status === 'past_due'
        ? toast({ title: 'Your payment is under way', description: 'It shows here within minutes.' })
        : toast({ title: 'Payment Successful' }),
    onError: (error) =>
      toast({ title: 'Payment Failed', description: failureOf(error), style: 'destructive' }),
    onSettled,
  });
  return { change, pay };
}

/** What to tell of a change that failed. */
export function failureOf(error: Error): string {
  if (error instanceof NotApproved)
    return `${error.message} Nothing was charged, and your plan is as it was.`;
  if (error instanceof ApiError && error.code === 'payment_incomplete')
    return `${error.text} Nothing was charged, and your plan is as it was.`;
  if (error instanceof ApiError && error.status < 500) return error.text;
  if (error instanceof ApiError) return 'Something went wrong on our side. Please try again.';
  return 'The network did not answer. Please try again: nobody is charged twice.';
}
