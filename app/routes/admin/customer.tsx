import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import { CustomerPage } from '../../features/customers/customer.tsx';
import { filterOf } from '../../features/customers/filter.ts';
import {
  bookingsOfQuery,
  conversationOfQuery,
  customerQuery,
  statementOfQuery,
} from '../../features/customers/queries.ts';
import { tabOf } from '../../features/customers/tabs.ts';
import { CustomerPayments } from '../../features/team-refunds/customer-payments.tsx';
import { GiveHours } from '../../features/team-refunds/give-hours.tsx';
import { paymentsOfQuery } from '../../features/team-refunds/queries.ts';
import { fullNameOf } from '../../lib/full-name.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { searchOf } from '../../lib/search.ts';
import { May } from '../../shared/may.tsx';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { useOwnQuery } from '../../ui/ionic/use-own-query.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { AdminPage } from './admin-page.tsx';

export default function AdminCustomerPage() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useOwnQuery(hrefs.adminCustomer(id));
  const shown = useShown();
  const wide = useWide();
  const { data } = useQuery({ ...customerQuery(id), enabled: false });
  const search = searchOf(filterOf(query));
  const refresh = () =>
    Promise.all(
      [
        customerQuery(id),
        statementOfQuery(id),
        paymentsOfQuery(id),
        bookingsOfQuery(id),
        conversationOfQuery(id),
      ].map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })),
    );
  const choose = (tab: string) => {
    const next = new URLSearchParams(query);
    next.set('tab', tab);
    navigate(`${hrefs.adminCustomer(id)}?${next}`, { replace: true });
  };
  return (
    <AdminPage
      at={hrefs.adminCustomers}
      key={id}
      detail
      title={data ? fullNameOf(data) : 'Customer'}
      {...(!wide && { back: hrefs.adminCustomers + search })}
      refresh={refresh}
    >
      <CustomerPage
        id={id}
        shown={shown}
        tab={tabOf(query.get('tab'))}
        onTab={choose}
        ledger={{
          action: (customer) => (
            <May do="customers.change">
              <GiveHours customer={{ id, name: fullNameOf(customer) || customer.email }} />
            </May>
          ),
          after: (
            <May do="money.read">
              <CustomerPayments userId={id} shown={shown} />
            </May>
          ),
        }}
      />
    </AdminPage>
  );
}
