import './home.css';
import { addOutline, calendarOutline, callOutline, personOutline } from 'ionicons/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import type { User } from '../../../api/contract/schemas/people.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { RecentBookings } from './recent-bookings.tsx';
import { Concierge, Help, Usage } from './sidebar.tsx';
import { Stats } from './stats.tsx';

const recentBookings = 3;

/** Everything beneath the first screen's answers (spec §2): four cards, the quick actions, the last bookings, help. */
export function Below({
  user,
  bookings,
  failure,
  liveChat,
  markOf,
}: {
  user: User;
  bookings: Booking[] | undefined;
  /** Shown in place of bookings that could not be read. */
  failure: ReactNode;
  liveChat: ReactNode;
  markOf: (bookingId: string) => ReactNode;
}) {
  const recent = bookings && [...bookings].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  return (
    <div className="dashboard">
      <div className="dashboard-main">
        <Stats user={user} bookings={bookings} />
        <QuickActions user={user} last={recent?.find(({ status }) => status === 'completed')} />
        <section className="stack" aria-labelledby="recent">
          <div className="row spread">
            <h2 id="recent">Recent Bookings</h2>
            <Link className="all-link" to={hrefs.bookings}>
              All bookings
            </Link>
          </div>
          {recent ? <RecentBookings bookings={recent.slice(0, recentBookings)} markOf={markOf} /> : failure}
        </section>
      </div>
      <div className="dashboard-side">
        <Usage user={user} />
        {user.conciergeContact && (
          <Concierge contact={user.conciergeContact} tel={user.conciergeTel} name={user.personalConcierge} />
        )}
        <Help liveChat={liveChat} />
      </div>
    </div>
  );
}

function QuickActions({ user, last }: { user: User; last: Booking | undefined }) {
  return (
    <section aria-labelledby="quick" className="stack">
      <h2 id="quick">Quick Actions</h2>
      <div className="actions">
        {last && (
          <ButtonLink href={hrefs.bookAgain(last.id)} icon={addOutline} kind="quiet" wide>
            {oneText`Book ${last.service.name} Again`}
          </ButtonLink>
        )}
        <ButtonLink href={hrefs.services} icon={addOutline} kind="quiet">
          Book Service
        </ButtonLink>
        {user.conciergeTel && (
          <ButtonLink external href={`tel:${user.conciergeTel}`} icon={callOutline} kind="quiet">
            Call Concierge
          </ButtonLink>
        )}
        <ButtonLink href={hrefs.bookings} icon={calendarOutline} kind="quiet">
          View Bookings
        </ButtonLink>
        <ButtonLink href={hrefs.profile} icon={personOutline} kind="quiet">
          Settings
        </ButtonLink>
      </div>
    </section>
  );
}
