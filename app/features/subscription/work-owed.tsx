import './payment-owed.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { ApiError, call, keyOf } from '../../lib/api.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { userQuery } from '../../lib/session.ts';
import { askBank } from '../../payments/ask-bank.ts';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { PayNow } from './pay-now.tsx';
import { readPlanUntil, subscriptionQuery } from './plan-changes.ts';

type Work = NonNullable<Subscription['owedWork']>[number];

/** Unpaid work beyond the plan's hours, done or cancelled late, each with a button that pays it. */
export function WorkOwed({ plan, cardsHref }: { plan: Subscription; cardsHref?: string }) {
  return plan.owedWork?.map((work) => <WorkCard key={work.bookingId} work={work} cardsHref={cardsHref} />);
}

function WorkCard({ work, cardsHref }: { work: Work; cardsHref: string | undefined }) {
  const pay = usePayWork();
  const money = formatMoney(work.amountCents);
  return (
    <Card className="stack payment-owed" aria-label="Payment failed">
      <h3>A payment past your hours failed</h3>
      <p>{oneText`${work.description}: ${money} could not be charged. Please confirm it with your bank, or choose another card.`}</p>
      <PayNow busy={pay.isPending} onPay={() => pay.mutate(work.bookingId)} cardsHref={cardsHref}>
        {`Pay ${money} Now`}
      </PayNow>
    </Card>
  );
}

/** Pays with the plan's card; the bank's question is shown over the page. */
function usePayWork() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (bookingId: string) => {
      const { clientSecret } = await call('payPastHours', { params: { id: bookingId } });
      const error = clientSecret && (await askBank(client, clientSecret));
      if (error) throw new NotApproved(error.message ?? 'Your bank did not approve this payment.');
      const isPaid = (plan: Subscription) => !plan.owedWork?.some((work) => work.bookingId === bookingId);
      return isPaid(await readPlanUntil(client, isPaid));
    },
    onSuccess: (paid) =>
      toast(
        paid
          ? { title: 'Payment Successful' }
          : { title: 'Your payment is under way', description: 'It shows here within minutes.' },
      ),
    onError: (error) => toast({ title: 'Payment Failed', description: whyNot(error), style: 'destructive' }),
    onSettled: () =>
      Promise.all(
        [subscriptionQuery(), userQuery(), { queryKey: keyOf('listBillingHistory') }].map(({ queryKey }) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** The bank refused: nothing was charged. */
class NotApproved extends Error {}

function whyNot(error: Error): string {
  if (error instanceof NotApproved) return `${error.message} Nothing was charged.`;
  if (error instanceof ApiError && error.status < 500) return `${error.text} Nothing was charged.`;
  return 'We could not learn the result. Please try again: nobody is charged twice.';
}
