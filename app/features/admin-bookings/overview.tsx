import './desk.css';
import './overview.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { bookingStatuses } from '../../../api/contract/schemas/bookings.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { searchOf } from '../../lib/search.ts';
import { useUser, useZone } from '../../lib/session.ts';
import { toLocalInput } from '../../lib/time/dates.ts';
import { opensPage } from '../../shared/team-pages.ts';
import { type Filter, noFilter, withStatuses } from './filter.ts';
import { summaryQuery } from './queries.ts';
import { WaitingHours } from './waiting-hours.tsx';

/**
 * The four cards at the top (spec §2), each with a link to the bookings that it counts; only those that the reader's
 * role opens.
 * @param filter the list's filter
 */
export function Overview({ shown, filter }: { shown: boolean; filter: Filter }) {
  const zone = useZone();
  const { user } = useUser();
  const isOpen = ({ href }: { href: string }) => opensPage(user, href);
  const { data } = useQuery({ ...summaryQuery(filter), enabled: shown });
  const today = toLocalInput(new Date().toISOString(), zone).slice(0, 10);
  const to = (narrowed: Partial<Filter>) => hrefs.admin + searchOf({ ...noFilter, ...narrowed });
  const cards = [
    {
      label: 'Total Bookings',
      count: data?.totalBookings,
      href: to({}),
    },
    {
      label: "Today's Bookings",
      count: data?.todayBookings,
      href: to({
        from: today,
        to: today,
        status: withStatuses(bookingStatuses.filter((s) => s !== 'cancelled')),
      }),
    },
    {
      label: 'Active Customers',
      count: data?.activeCustomers,
      href: hrefs.adminCustomers,
    },
    {
      label: 'Pending Reviews',
      count: data?.pendingReviews,
      href: to({ status: 'pending' }),
    },
  ];
  return (
    <div className="desk">
      <ul className="desk-stats">
        {cards.filter(isOpen).map(({ label, count, href }) => (
          <li key={label}>
            <Link className="card desk-stat" to={href}>
              <span className="desk-stat-label">{label}</span>
              <span className="desk-figure">{count === undefined ? '–' : count.toLocaleString('en-AU')}</span>
            </Link>
          </li>
        ))}
      </ul>
      <WaitingHours shown={shown} />
    </div>
  );
}
