import { useQueryClient } from '@tanstack/react-query';
import { Billing } from '../features/billing/billing.tsx';
import { billingHistoryQuery } from '../features/billing/queries.ts';
import { PaymentMethods } from '../features/cards/payment-methods.tsx';
import { PaymentOwed } from '../features/subscription/payment-owed.tsx';
import { PlanAhead } from '../features/subscription/plan-ahead.tsx';
import { subscriptionQuery } from '../features/subscription/plan-changes.ts';
import { userQuery, useUser } from '../lib/session.ts';
import { savedCardsQuery } from '../payments/cards.ts';
import { useShown } from '../ui/ionic/use-shown.ts';
import { Page } from './page/page.tsx';

export default function BillingPage() {
  const { user } = useUser();
  const client = useQueryClient();
  const shown = useShown();
  if (!user) return null;
  const refresh = () =>
    Promise.all(
      [userQuery(), subscriptionQuery(), savedCardsQuery(), billingHistoryQuery()].map(({ queryKey }) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  return (
    <Page title="Billing" refresh={refresh}>
      <Billing
        user={user}
        shown={shown}
        owed={(user.paymentFailed || user.subscriptionTier !== 'none') && <PaymentOwed shown={shown} />}
        ahead={<PlanAhead shown={shown} />}
        cards={<PaymentMethods shown={shown} hasPlan={user.subscriptionTier !== 'none'} />}
      />
    </Page>
  );
}
