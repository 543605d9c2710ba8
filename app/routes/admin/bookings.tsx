import { useQueryClient } from '@tanstack/react-query';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { BookingsDesk } from '../../features/admin-bookings/bookings-desk.tsx';
import { filterOf } from '../../features/admin-bookings/filter.ts';
import { Overview } from '../../features/admin-bookings/overview.tsx';
import { bookingsAreOld } from '../../features/admin-bookings/queries.ts';
import { FoldedTools, Tools } from '../../features/admin-bookings/tools.tsx';
import QueuedMarks from '../../features/bookings/change/queued-mark.tsx';
import { hrefs } from '../../lib/hrefs.ts';
import { may } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { sectionsOf } from '../../shared/team-pages.ts';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { useOwnQuery } from '../../ui/ionic/use-own-query.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { AdminPage } from './admin-page.tsx';

/** The team's dashboard (spec §2): the counts and all bookings, as a table if there is room. */
export default function AdminBookingsPage() {
  const client = useQueryClient();
  const { user } = useUser();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const query = useOwnQuery(hrefs.admin);
  const filter = filterOf(query);
  const shown = useShown();
  const wide = useWide();
  // Text typed just before another page came in front must change nothing there.
  const keep = (search: string) =>
    pathname === hrefs.admin && navigate(hrefs.admin + search, { replace: true });
  // The way to the team's pages leads to the first one that the person may open.
  const [first] = sectionsOf(user);
  if (first && !may(user, 'bookings.read')) return shown ? <Navigate to={first.href} replace /> : null;
  return (
    <AdminPage at={hrefs.admin} refresh={() => bookingsAreOld(client)}>
      <Overview shown={shown} filter={filter} />
      {wide && <Tools filter={filter} />}
      <BookingsDesk
        table={wide}
        tools={!wide && <FoldedTools filter={filter} />}
        shown={shown}
        search={query.toString()}
        onSearch={keep}
        Marks={QueuedMarks}
      />
    </AdminPage>
  );
}
