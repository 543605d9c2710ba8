import { useQueryClient } from '@tanstack/react-query';
import { Billing, billingHistoryQuery } from '../features/billing/billing.tsx';
import { useUser } from '../lib/session.ts';
import { Page } from '../ui/page.tsx';
import { useShown } from '../ui/use-shown.ts';

export default function BillingPage() {
  const { user } = useUser();
  const client = useQueryClient();
  const shown = useShown();
  if (!user) return null;
  return (
    <Page title="Billing" refresh={() => client.invalidateQueries(billingHistoryQuery())}>
      <Billing user={user} shown={shown} />
    </Page>
  );
}
