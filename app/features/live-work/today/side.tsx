import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { ScheduledBooking, Today, WorkInProgress } from '../../../../api/contract/schemas/schedule.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { useZone } from '../../../lib/session.ts';
import { exactly, formatTime } from '../../../lib/time/dates.ts';
import { May } from '../../../shared/may.tsx';
import { TeamLink } from '../../../shared/team-link.tsx';
import { expectedEnd } from '../clock.ts';
import { roughly } from './words.ts';

/** The work under way and the next two hours, and the dashboard's numbers. */
export function Side({ day, soon, now }: { day: Today; soon: readonly ScheduledBooking[]; now: number }) {
  const [onNow, next, figures] = [useId(), useId(), useId()];
  return (
    <div className="today-side">
      {day.inProgress.length > 0 && (
        <section className="today-part" aria-labelledby={onNow}>
          <div className="today-head">
            <h2 id={onNow}>On now</h2>
            <span className="muted">
              {`${day.inProgress.length}${day.cut.includes('inProgress') ? '+' : ''}`}
            </span>
            <Link className="today-more" to={hrefs.adminLive}>
              Live Tracking
            </Link>
          </div>
          <ul className="ruled today-now">
            {day.inProgress.map((work) => (
              <UnderWay key={work.id} work={work} now={now} />
            ))}
          </ul>
        </section>
      )}
      {soon.length > 0 && (
        <section className="today-part" aria-labelledby={next}>
          <div className="today-head">
            <h2 id={next}>Next 2 hours</h2>
            <span className="muted">{`${soon.length}${day.cut.includes('soon') ? '+' : ''}`}</span>
          </div>
          <ul className="ruled today-now">
            {soon.map((booking) => (
              <Next key={booking.id} booking={booking} />
            ))}
          </ul>
        </section>
      )}
      <section className="today-part" aria-labelledby={figures}>
        <div className="today-head">
          <h2 id={figures}>In figures</h2>
          <May do="money.read">
            <Link className="today-more" to={hrefs.adminReport}>
              Report
            </Link>
          </May>
        </div>
        <Figures figures={day.figures} />
      </section>
    </div>
  );
}

function UnderWay({ work, now }: { work: WorkInProgress; now: number }) {
  const zone = useZone();
  const began = Date.parse(work.startedAt);
  const end = expectedEnd(work);
  const over = now > end;
  const share = Math.min(100, Math.max(2, Math.round(((now - began) / (end - began)) * 100)));
  return (
    <li className={over ? 'late' : undefined}>
      <Link to={hrefs.adminBooking(work.id)}>
        <strong dir="auto">{work.service}</strong>
        <span className="today-until">
          {over ? `+${roughly(now - end)}` : `till ${formatTime(new Date(end).toISOString(), zone)}`}
        </span>
        <span className="muted" dir="auto">
          {work.customer.name}
        </span>
        <span className="progress" aria-hidden="true">
          <span style={{ width: `${share}%` }} />
        </span>
      </Link>
    </li>
  );
}

function Next({ booking }: { booking: ScheduledBooking }) {
  const zone = useZone();
  return (
    <li>
      <Link to={hrefs.adminBooking(booking.id)}>
        <strong dir="auto">{booking.service}</strong>
        <span className="today-until" {...exactly(booking.startsAt, zone)}>
          {formatTime(booking.startsAt, zone)}
        </span>
        <span className="muted" dir="auto">
          {booking.customer.name}
        </span>
      </Link>
    </li>
  );
}

function Figures({ figures }: { figures: Today['figures'] }) {
  const { totalBookings, todayBookings, activeCustomers, pendingReviews } = figures;
  const cells = [
    { label: 'Total Bookings', n: totalBookings, href: hrefs.admin },
    { label: "Today's Bookings", n: todayBookings, href: hrefs.adminSchedule },
    { label: 'Active Customers', n: activeCustomers, href: hrefs.adminCustomers },
    { label: 'Pending Reviews', n: pendingReviews, href: `${hrefs.admin}?status=pending` },
  ];
  return (
    <ul className="today-figures">
      {cells.map(({ label, n, href }) =>
        n === undefined ? null : (
          <li key={label}>
            <TeamLink className="card" to={href}>
              <span className="muted">{label}</span>
              <span className="today-figure">{n.toLocaleString('en-AU')}</span>
            </TeamLink>
          </li>
        ),
      )}
    </ul>
  );
}
