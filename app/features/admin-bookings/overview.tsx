import './desk.css';
import './overview.css';
import { useQuery } from '@tanstack/react-query';
import { barChartOutline, calendarNumberOutline, downloadOutline, pulseOutline } from 'ionicons/icons';
import { Link } from 'react-router-dom';
import { bookingStatuses } from '../../../api/contract/schemas/bookings.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { useOnline } from '../../lib/online.ts';
import { searchOf } from '../../lib/search.ts';
import { useUser, useZone } from '../../lib/session.ts';
import { toLocalInput } from '../../lib/time/dates.ts';
import { opensPage } from '../../shared/team-pages.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { exportHref, type Filter, noFilter, withStatuses } from './filter.ts';
import { summaryQuery } from './queries.ts';
import { WaitingHours } from './waiting-hours.tsx';

/**
 * The four cards at the top (spec §2), each with a link to the bookings that it counts, and links to the team's
 * other tools; only those that the reader's role opens.
 * @param filter the list's filter, which applies to the file too
 */
export function Overview({ shown, filter }: { shown: boolean; filter: Filter }) {
  const zone = useZone();
  const online = useOnline();
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
      <div className="desk-tools">
        {online ? (
          <ButtonLink kind="quiet" size="small" icon={downloadOutline} href={exportHref(filter)} download>
            Export
          </ButtonLink>
        ) : (
          <Button kind="quiet" size="small" icon={downloadOutline} off title="You are offline.">
            Export
          </Button>
        )}
        <ButtonLink kind="quiet" size="small" icon={calendarNumberOutline} href={hrefs.adminSchedule}>
          Schedule View
        </ButtonLink>
        <ButtonLink kind="quiet" size="small" icon={pulseOutline} href={hrefs.adminLive}>
          Live Tracking
        </ButtonLink>
        {isOpen({ href: hrefs.adminReport }) && (
          <ButtonLink kind="quiet" size="small" icon={barChartOutline} href={hrefs.adminReport}>
            Generate Report
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
