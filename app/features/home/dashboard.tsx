import './home.css';
import { useQuery } from '@tanstack/react-query';
import { addOutline, calendarOutline, callOutline, mailOutline, settingsOutline } from 'ionicons/icons';
import { Link } from 'react-router-dom';
import type { Booking, User } from '../../../api/contract/entities.ts';
import { formatDay } from '../../lib/dates.ts';
import { useConfig, useZone } from '../../lib/session.ts';
import { hrefs } from '../../routes/hrefs.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { HoursRing } from '../../ui/hours-ring.tsx';
import { telHref } from '../../ui/phone.ts';
import { PlanBadge } from '../../ui/plan-badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { bookingsQuery } from './home-queries.ts';
import { usagePercent } from './usage.ts';

const recentBookings = 3;

/** The signed-in home: where the plan stands, what to do next, what was booked last (spec §2). */
export function Dashboard({ user, shown }: { user: User; shown: boolean }) {
  const bookings = useQuery({ ...bookingsQuery(), enabled: shown });
  return (
    <div className="dashboard">
      <div className="stack">
        <Stats user={user} bookings={bookings.data} />
        <QuickActions user={user} />
        <section className="stack" aria-labelledby="recent">
          <div className="row spread">
            <h2 id="recent">Recent Bookings</h2>
            <Link to={hrefs.bookings}>All bookings</Link>
          </div>
          {bookings.data ? (
            <Recent bookings={bookings.data.slice(0, recentBookings)} />
          ) : bookings.error ? (
            <ErrorState error={bookings.error} onRetry={() => void bookings.refetch()} />
          ) : (
            <Skeleton cards={1} label="Reading your bookings" />
          )}
        </section>
      </div>
      <div className="stack">
        <Usage user={user} />
        {user.conciergeContact && <Concierge contact={user.conciergeContact} name={user.personalConcierge} />}
        <Help />
      </div>
    </div>
  );
}

function Stats({ user, bookings }: { user: User; bookings: Booking[] | undefined }) {
  const count = (status: Booking['status']) => bookings?.filter((b) => b.status === status).length ?? '–';
  const percent = usagePercent(user);
  return (
    <dl className="stats">
      <div className="card">
        <dt>Current Plan</dt>
        <dd>
          {user.subscriptionTier === 'none' ? (
            <span className="badge">No Subscription</span>
          ) : (
            <PlanBadge tier={user.subscriptionTier} />
          )}
        </dd>
        <dd className="muted">{user.monthlyHours} hours a month</dd>
      </div>
      <div className="card">
        <dt>Hours Used</dt>
        <dd className="figure">{user.usedHours}</dd>
        <dd>
          <div
            className="progress"
            role="progressbar"
            aria-label="Hours used"
            aria-valuenow={Math.round(percent)}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <span style={{ width: `${Math.min(100, percent)}%` }} />
          </div>
        </dd>
      </div>
      <div className="card">
        <dt>Completed</dt>
        <dd className="figure">{count('completed')}</dd>
      </div>
      <div className="card">
        <dt>Pending</dt>
        <dd className="figure">{count('pending')}</dd>
      </div>
    </dl>
  );
}

function QuickActions({ user }: { user: User }) {
  return (
    <section aria-labelledby="quick" className="stack">
      <h2 id="quick">Quick Actions</h2>
      <div className="actions">
        <ButtonLink href={hrefs.services} icon={addOutline} kind="accent">
          Book Service
        </ButtonLink>
        {user.conciergeContact && (
          <ButtonLink external href={telHref(user.conciergeContact)} icon={callOutline} kind="quiet">
            Call Concierge
          </ButtonLink>
        )}
        <ButtonLink href={hrefs.bookings} icon={calendarOutline} kind="quiet">
          View Bookings
        </ButtonLink>
        <ButtonLink href={hrefs.profile} icon={settingsOutline} kind="quiet">
          Settings
        </ButtonLink>
      </div>
    </section>
  );
}

function Recent({ bookings }: { bookings: Booking[] }) {
  const zone = useZone();
  if (!bookings.length) {
    return (
      <Card>
        <EmptyState
          drawing="calendar"
          title="No bookings yet"
          text="Schedule your first service to get started"
          action={
            <ButtonLink href={hrefs.services} size="small">
              Book Service
            </ButtonLink>
          }
        />
      </Card>
    );
  }
  return (
    <Card className="recent">
      <ul>
        {bookings.map((booking) => (
          <li key={booking.id}>
            <Link to={hrefs.booking(booking.id)}>
              <CategoryIcon icon={booking.service.category.icon} color={booking.service.category.color} />
              <span className="grow">
                <strong>{booking.service.name}</strong>
                <span className="muted">
                  Service #{booking.id.slice(0, 8)} · {formatDay(booking.createdAt, zone)}
                </span>
              </span>
              <StatusBadge status={booking.status} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Usage({ user }: { user: User }) {
  const used = Number(user.usedHours);
  return (
    <Card aria-labelledby="usage">
      <h2 id="usage">Usage Overview</h2>
      <div className="row usage">
        <HoursRing used={used} monthly={user.monthlyHours} />
        <dl className="grow">
          <div className="row spread">
            <dt className="muted">Used this month</dt>
            <dd>
              <strong>
                {user.usedHours} / {user.monthlyHours} h
              </strong>
            </dd>
          </div>
          <div className="row spread">
            <dt className="muted">Remaining this month</dt>
            <dd>
              <strong>{user.remainingHours.toFixed(1)} h</strong>
            </dd>
          </div>
        </dl>
      </div>
    </Card>
  );
}

function Concierge({ contact, name }: { contact: string; name: string | null }) {
  return (
    <Card aria-labelledby="concierge">
      <h2 id="concierge">Your Concierge</h2>
      <p className="muted">{name ?? 'Knows your home'}</p>
      <ButtonLink external href={telHref(contact)} icon={callOutline} kind="quiet" size="small" wide>
        {contact}
      </ButtonLink>
    </Card>
  );
}

function Help() {
  const config = useConfig();
  if (!config) return null;
  const mail = `mailto:${config.supportEmail}?subject=${encodeURIComponent('Help with my home')}&body=${encodeURIComponent('Hello,\n\nI would like help with ')}`;
  return (
    <Card aria-labelledby="help">
      <h2 id="help">Need Help?</h2>
      <div className="stack help">
        <ButtonLink
          external
          href={telHref(config.supportPhone)}
          icon={callOutline}
          kind="danger"
          size="small"
        >
          Emergency Support
        </ButtonLink>
        <ButtonLink external href={mail} icon={mailOutline} kind="quiet" size="small">
          Email Support
        </ButtonLink>
      </div>
    </Card>
  );
}
