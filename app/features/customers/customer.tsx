import './customers.css';
import { useQuery } from '@tanstack/react-query';
import { mailOutline } from 'ionicons/icons';
import type { ReactNode } from 'react';
import type { Customer } from '../../../api/contract/schemas/customers.ts';
import { isMissing } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { useMay } from '../../lib/may.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatDate } from '../../lib/time/dates.ts';
import { PlanBadge } from '../../shared/plan-badge.tsx';
import { Vouched } from '../../shared/vouched.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton, TabShapes } from '../../ui/states/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CustomerBookings } from './customer-bookings.tsx';
import { CustomerConversation } from './customer-conversation.tsx';
import { Ledger } from './ledger.tsx';
import { isGone } from './names.ts';
import { Overview } from './overview.tsx';
import { customerQuery } from './queries.ts';
import { type CustomerTab, tabs } from './tabs.ts';

const panelId = 'customer-panel';

/** One person for the team: plan, hours, bookings, conversation. */
export function CustomerPage({
  id,
  shown,
  tab,
  onTab,
  ledger,
}: {
  id: string;
  shown: boolean;
  tab: CustomerTab;
  onTab: (tab: CustomerTab) => void;
  /** The other parts of the ledger: the action that gives hours, and the payments. */
  ledger: { action: (customer: Customer) => ReactNode; after: ReactNode };
}) {
  const may = useMay();
  const mine = tabs.filter(({ needs }) => may(needs));
  const shownTab = mine.find(({ value }) => value === tab)?.value ?? 'overview';
  const { data, error, refetch } = useQuery({ ...customerQuery(id), enabled: shown });
  if (isMissing(error))
    return (
      <EmptyState
        drawing="search"
        title="Customer not found"
        text="No customer has this address. The list may show them under their name."
        action={
          <ButtonLink href={hrefs.adminCustomers} size="small">
            All Customers
          </ButtonLink>
        }
      />
    );
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <>
        <TabShapes widths={[100, 90, 104, 130]} />
        <Skeleton cards={3} height="10rem" label="Reading the customer" />
      </>
    );
  return (
    <div className="stack roomy">
      <Head customer={data} />
      <Tabs label="Customer" value={shownTab} onChange={onTab} items={mine} panelId={panelId} />
      <div
        id={panelId}
        role="tabpanel"
        aria-label={mine.find(({ value }) => value === shownTab)?.label}
        className="stack"
      >
        {shownTab === 'overview' && <Overview customer={data} />}
        {shownTab === 'ledger' && (
          <>
            <Ledger customer={data} shown={shown} action={!isGone(data) && ledger.action(data)} />
            {ledger.after}
          </>
        )}
        {shownTab === 'bookings' && <CustomerBookings customer={data} shown={shown} />}
        {shownTab === 'conversations' && <CustomerConversation customer={data} shown={shown} />}
      </div>
    </div>
  );
}

function Head({ customer }: { customer: Customer }) {
  const zone = useZone();
  return (
    <div className="customer-head">
      {isGone(customer) ? (
        <p className="muted">This account was deleted. What was booked and paid stays.</p>
      ) : (
        <a className="customer-mail" href={`mailto:${customer.email}`}>
          <Icon src={mailOutline} size={20} />
          <span>{customer.email}</span>
        </a>
      )}
      <Vouched by={customer} />
      <p className="row wrap">
        <span className={customer.team ? 'badge named scheduled' : 'badge named'}>
          {customer.team?.name ?? 'Customer'}
        </span>
        <PlanBadge tier={customer.subscriptionTier} />
        {customer.paymentFailed && <span className="badge cancelled">Payment failed</span>}
        <span className="muted">{oneText`Since ${formatDate(customer.createdAt, zone)}`}</span>
      </p>
    </div>
  );
}
