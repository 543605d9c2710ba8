import {
  type QueryClient,
  queryOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { call, keyOf } from '../../lib/api.ts';
import { userQuery } from '../../lib/session.ts';
import { askBank, providerOf } from '../../payments/ask-bank.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { hoursQuery, statementQuery } from '../hours/queries.ts';
import { carryOut, type Event, isSettled, type Open, type Wanted } from './plan-change.machine.ts';
import { failureOf } from './plan-words.ts';

export const subscriptionQuery = () =>
  queryOptions<Answer<'readSubscription'>>({ queryKey: keyOf('readSubscription') });

/** The interval of new reads while the bank has not decided and the page is visible. */
export const bankPollMs = 5000;

const changing = { mutationKey: ['plan-change'] };
/** Whether the plan is being changed or paid, from any page. */
export const usePlanChanging = (): boolean => useIsMutating(changing) > 0;

type Change = Wanted & { body: NonNullable<Wanted['body']> };

/**
 * Changes of the current plan. The bank's question is shown over the page, and an approved payment is waited for.
 * After each change, whatever its result, plan, hours and payments are read again.
 */
export function usePlanChange() {
  const client = useQueryClient();
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
    mutationFn: (wanted: Change) => carryOut(wanted, performer(client, wanted)),
    onSettled,
  });
  const pay = useMutation({
    ...changing,
    mutationFn: (before: Subscription['tier']) => {
      const wanted = { body: null, before };
      return carryOut(wanted, performer(client, wanted));
    },
    // Reported here, because the component that asked may be gone when the debt is paid.
    onSuccess: ({ status, pendingTier }) =>
      status === 'past_due' || pendingTier
        ? toast({ title: 'Your payment is under way', description: 'It shows here within minutes.' })
        : toast({ title: 'Payment Successful' }),
    onError: (error) =>
      toast({ title: 'Payment Failed', description: failureOf(error), style: 'destructive' }),
    onSettled,
  });
  // The client's own count is used, because a page renders a moment after the tap.
  const isIdle = () => client.isMutating(changing) === 0;
  const mutateChange: typeof change.mutate = (...given) => isIdle() && change.mutate(...given);
  const mutatePay: typeof pay.mutate = (...given) => isIdle() && pay.mutate(...given);
  return { change: { ...change, mutate: mutateChange }, pay: { ...pay, mutate: mutatePay } };
}

const pollMs = 1000;
const patienceMs = 30_000;

async function readPlan(client: QueryClient): Promise<Subscription> {
  const plan = await call('readSubscription');
  client.setQueryData(subscriptionQuery().queryKey, plan);
  return plan;
}

/**
 * Reads the plan until it is as awaited, or patience ends: the provider reports to our server, which may take a
 * moment.
 */
export async function readPlanUntil(
  client: QueryClient,
  isAwaited: (plan: Subscription) => boolean,
): Promise<Subscription> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const plan = await readPlan(client);
    if (isAwaited(plan) || Date.now() > until) return plan;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/**
 * Runs the actions of a change's states; each answer of the server is cached for the components that show the plan.
 */
function performer(client: QueryClient, { body, before }: Wanted): (state: Open) => Promise<Event> {
  async function ask(answer: Promise<Answer<'changeSubscription'>>): Promise<Event> {
    const { subscription, clientSecret } = await answer;
    client.setQueryData(subscriptionQuery().queryKey, subscription);
    return { name: 'answered', plan: subscription, clientSecret };
  }

  return async (state) => {
    switch (state.name) {
      case 'asking':
        return ask(body ? call('changeSubscription', { body }) : call('paySubscription'));
      case 'bank asks':
        return heardOfBank(client, state.clientSecret);
      case 'bank unheard':
        return { name: 'bank heard', status: await statusOf(client, state.clientSecret) };
      case 'approved':
        return { name: 'read', plan: await readPlanUntil(client, (plan) => isSettled(plan, before)) };
      case 'taking back':
        return ask(call('changeSubscription', { body: { tier: state.tier } }));
      default:
        return { name: 'read', plan: await readPlan(client) };
    }
  };
}

async function heardOfBank(client: QueryClient, clientSecret: string): Promise<Event> {
  const error = await askBank(client, clientSecret);
  if (!error) return { name: 'bank heard', status: 'succeeded' };
  const { payment_intent: intent, message } = error;
  return { name: 'bank heard', status: intent?.status, words: intent && message };
}

async function statusOf(client: QueryClient, clientSecret: string) {
  const { paymentIntent } = await (await providerOf(client)).retrievePaymentIntent(clientSecret);
  return paymentIntent?.status;
}
