import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { billingHistoryQuery } from '../features/billing/queries.ts';
import {
  detailsFromAddress,
  forgetPlanHandover,
  useHandedOver,
} from '../features/subscription/plan-handover.ts';
import { planPaid } from '../features/subscription/plan-payment.ts';
import { Subscribe } from '../features/subscription/subscribe.tsx';
import { safeReturn } from '../features/subscription/wanted.ts';
import { arrivalAt, forgetArrival } from '../lib/address-parameters.ts';
import { hrefs } from '../lib/hrefs.ts';
import { useUser } from '../lib/session.ts';
import { savedCardsQuery } from '../payments/cards.ts';
import { ButtonLink } from '../ui/button.tsx';
import { useOwnQuery } from '../ui/ionic/use-own-query.ts';
import { Page } from './page/page.tsx';

export default function SubscribePage() {
  const { user } = useUser();
  const query = useOwnQuery(hrefs.subscribe());
  const client = useQueryClient();
  const navigate = useNavigate();
  const handedOver = useHandedOver();
  const [passed] = useState(() => detailsFromAddress(arrivalAt(hrefs.subscribe()) ?? {}));
  if (!user) return null;
  const back = safeReturn(query.get('returnUrl'));
  return (
    <Page title="Subscribe" back={back}>
      <Subscribe
        tier={query.get('tier')}
        user={user}
        details={handedOver ?? passed}
        onPaid={(by) => {
          planPaid(by);
          void client.invalidateQueries(savedCardsQuery());
          void client.invalidateQueries(billingHistoryQuery());
          forgetArrival();
          forgetPlanHandover();
          navigate(hrefs.bookings, { replace: true });
        }}
      />
      <ButtonLink kind="plain" href={back} wide>
        Back
      </ButtonLink>
    </Page>
  );
}
