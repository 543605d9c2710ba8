import './payment-owed.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Subscription } from '../../../api/contract/entities.ts';
import { ApiError, call, keyOf } from '../../lib/api.ts';
import { formatMoney } from '../../lib/money.ts';
import { configQuery, userQuery } from '../../lib/session.ts';
import { loadPayments } from '../../payments/card-payments.ts';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { outOfTheWay, topLayer } from '../../ui/top-layer.ts';
import { PayNow } from './pay-now.tsx';
import { subscriptionQuery } from './plan-changes.ts';

type Work = NonNullable<Subscription['owedWork']>[number];

const pollMs = 1000;
const patienceMs = 30_000;

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
      <p>{`${work.description}: ${money} could not be charged. Please confirm it with your bank, or choose another card.`}</p>
      <PayNow busy={pay.isPending} onPay={() => pay.mutate(work.bookingId)} cardsHref={cardsHref}>
        {`Pay ${money} Now`}
      </PayNow>
    </Card>
  );
}

/** Pays with the plan's card; the bank's question is shown over the page. */
function usePayWork() {
  const client = useQueryClient();

  /** Whether the debt is paid: the provider reports to our server, which may take a moment. */
  async function isPaid(bookingId: string): Promise<boolean> {
    const until = Date.now() + patienceMs;
    for (;;) {
      const plan = await call('readSubscription');
      client.setQueryData(subscriptionQuery().queryKey, plan);
      if (!plan.owedWork?.some((work) => work.bookingId === bookingId)) return true;
      if (Date.now() > until) return false;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  return useMutation({
    mutationFn: async (bookingId: string) => {
      const { clientSecret } = await call('payPastHours', { params: { id: bookingId } });
      if (clientSecret) {
        const { payments } = await client.ensureQueryData(configQuery());
        const stripe = await loadPayments(payments);
        const { error } = await outOfTheWay(topLayer(), () => stripe.handleNextAction({ clientSecret }));
        if (error) throw new NotApproved(error.message ?? 'Your bank did not approve this payment.');
      }
      return isPaid(bookingId);
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
  return 'We could not learn what became of it. Please try again: nobody is charged twice.';
}
