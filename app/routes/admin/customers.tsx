import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { Customers } from '../../features/customers/customers.tsx';
import { hrefs } from '../../lib/hrefs.ts';
import { teamKeyOf } from '../../shared/team-api.ts';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { useOwnQuery } from '../../ui/ionic/use-own-query.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { AdminPage } from './admin-page.tsx';

/** The list of everybody; a hint to choose a person if the list is already beside this page. */
export default function AdminCustomersPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const query = useOwnQuery(hrefs.adminCustomers);
  const shown = useShown();
  const wide = useWide();
  // Text typed just before another page came in front must change nothing there.
  const keep = (search: string) =>
    pathname === hrefs.adminCustomers && navigate(hrefs.adminCustomers + search, { replace: true });
  return (
    <AdminPage
      at={hrefs.adminCustomers}
      titleHidden={wide}
      refresh={() => client.invalidateQueries({ queryKey: teamKeyOf('listCustomers') })}
    >
      {wide ? (
        <EmptyState
          drawing="door"
          title="Choose a customer"
          text="Their plan, hours, bookings and conversation open on this side."
        />
      ) : (
        <Customers shown={shown} search={query.toString()} onSearch={keep} />
      )}
    </AdminPage>
  );
}
