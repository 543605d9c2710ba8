import { cardOutline } from 'ionicons/icons';
import type { User } from '../../../api/contract/schemas/people.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** A short summary of the payments, with a link to all of them. */
export function BillingSummary({ user }: { user: User }) {
  const { plan } = user;
  return (
    <Card className="stack" aria-label="Billing in short">
      {plan && (
        <dl className="facts">
          <div>
            <dt>Plan</dt>
            <dd>{plan.name}</dd>
          </div>
          <div>
            <dt>Price</dt>
            <dd>{oneText`${formatMoney(plan.priceCents)} a month`}</dd>
          </div>
          <div>
            <dt>Hours</dt>
            <dd>{oneText`${plan.hours} a month`}</dd>
          </div>
        </dl>
      )}
      {user.subscriptionTier === 'none' && (
        <p>You have no plan. You pay for each service by card when you book it.</p>
      )}
      <p className="muted">Your cards and every payment are on the billing page.</p>
      <ButtonLink href={hrefs.billing} size="small" kind="quiet" icon={cardOutline}>
        Open Billing
      </ButtonLink>
    </Card>
  );
}
