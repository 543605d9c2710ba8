import './home.css';
import { useQuery } from '@tanstack/react-query';
import { addOutline, calendarOutline, callOutline, settingsOutline } from 'ionicons/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '../../../api/contract/schemas/people.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Later } from '../../ui/later.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { bookingsQuery } from './home-queries.ts';
import { RecentBookings, RecentSkeleton } from './recent-bookings.tsx';
import { Concierge, Help, Usage } from './sidebar.tsx';
import { Stats } from './stats.tsx';

const recentBookings = 3;

/** The home page of a signed-in person: the state of the plan, the next actions, the last bookings (spec §2). */
export function Dashboard({
  user,
  shown,
  liveChat,
  markOf,
}: {
  user: User;
  shown: boolean;
  /** The button that opens the live chat. */
  liveChat: ReactNode;
  /** The mark of a booking's unsent messages and changes. */
  markOf: (bookingId: string) => ReactNode;
}) {
  const bookings = useQuery({ ...bookingsQuery(), enabled: shown });
  return (
    <Later>
      <div className="dashboard">
        <div className="dashboard-main">
          {user.paymentFailed && <PaymentFailed />}
          <Stats user={user} bookings={bookings.data} />
          <QuickActions user={user} />
          <Later>
            <section className="stack" aria-labelledby="recent">
              <div className="row spread">
                <h2 id="recent">Recent Bookings</h2>
                <Link className="all-link" to={hrefs.bookings}>
                  All bookings
                </Link>
              </div>
              {bookings.data ? (
                <RecentBookings bookings={bookings.data.slice(0, recentBookings)} markOf={markOf} />
              ) : bookings.error ? (
                <ErrorState error={bookings.error} onRetry={() => void bookings.refetch()} />
              ) : (
                <RecentSkeleton rows={recentBookings} />
              )}
            </section>
          </Later>
        </div>
        <div className="dashboard-side">
          <Later>
            <Usage user={user} />
            {user.conciergeContact && (
              <Concierge
                contact={user.conciergeContact}
                tel={user.conciergeTel}
                name={user.personalConcierge}
              />
            )}
            <Help liveChat={liveChat} />
          </Later>
        </div>
      </div>
    </Later>
  );
}

function PaymentFailed() {
  return (
    <Card className="payment-failed row wrap spread" aria-label="Payment failed">
      <p>Your last payment failed. Your hours stay; please pay it in Billing.</p>
      <ButtonLink href={hrefs.billing} size="small" kind="accent">
        Pay in Billing
      </ButtonLink>
    </Card>
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
        {user.conciergeTel && (
          <ButtonLink external href={`tel:${user.conciergeTel}`} icon={callOutline} kind="quiet">
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
