import './answers.css';
import { useQuery } from '@tanstack/react-query';
import { callOutline } from 'ionicons/icons';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import type { User } from '../../../api/contract/schemas/people.ts';
import { useConfig, useZone } from '../../lib/session.ts';
import { nextVisits } from '../../shared/bookings/next-visits.ts';
import { hasHours } from '../../shared/hours/hours.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Later } from '../../ui/later.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { QuietBoundary } from '../../ui/states/quiet-boundary.tsx';
import { asksOf } from './answers.ts';
import { Below } from './below.tsx';
import { bookingsQuery } from './home-queries.ts';
import { HoursNow } from './hours-now.tsx';
import { NeedsYou, useNeeds } from './needs-you.tsx';
import { NextVisit } from './next-visit.tsx';

const Invitation = lazy(() => import('./invitation.tsx'));
const minuteMs = 60_000;

interface Parts {
  user: User;
  shown: boolean;
  /** The button that opens the live chat, by its words. */
  liveChat: (words?: string) => ReactNode;
  /** The mark of a booking's unsent messages and changes. */
  markOf: (bookingId: string) => ReactNode;
  /** Whether a review of the booking is written and waits for the network. */
  isReviewed: (bookingId: string) => boolean;
  onCalendar: (bookingId: string) => void;
}

/**
 * The home page of a signed-in person. Its first screen answers three questions: what comes next, what waits for them,
 * and what they have; the parts of the spec follow (spec §2).
 */
export function Dashboard(parts: Parts) {
  const { user, shown, liveChat, markOf } = parts;
  const { data, error, refetch } = useQuery({ ...bookingsQuery(), enabled: shown });
  if (!data && !error) return <AnswersShape />;
  return (
    <Later>
      <Answers {...parts} bookings={data ?? []} isRead={data !== undefined} />
      <Later>
        <Below
          user={user}
          bookings={data}
          failure={error && <ErrorState error={error} onRetry={() => void refetch()} />}
          liveChat={liveChat()}
          markOf={markOf}
        />
      </Later>
    </Later>
  );
}

function Answers({
  user,
  shown,
  bookings,
  isRead,
  liveChat,
  isReviewed,
  onCalendar,
}: Parts & { bookings: readonly Booking[]; isRead: boolean }) {
  const zone = useZone();
  const config = useConfig();
  const now = new Date(useNow(() => minuteMs));
  const { next, after } = nextVisits(bookings, zone, now);
  const needs = useNeeds(user, asksOf(bookings, zone, now, isReviewed));
  const tel = user.conciergeTel ?? config?.supportTel;
  const isNew = isRead && !bookings.length && user.subscriptionTier === 'none' && !user.permissions.length;
  return (
    <div className="answers">
      {next && <NextVisit booking={next} after={after} tel={tel} onCalendar={onCalendar} />}
      {isNew && (
        <QuietBoundary>
          <Suspense fallback={<div className="skeleton invitation" />}>
            <Invitation shown={shown} />
          </Suspense>
        </QuietBoundary>
      )}
      <div className="answers-side">
        <NeedsYou needs={needs} />
        {hasHours(user) && <HoursNow user={user} />}
        <div className="reach">
          {tel && (
            <ButtonLink external href={`tel:${tel}`} icon={callOutline} kind="quiet" size="small">
              {user.conciergeTel ? 'Call Concierge' : 'Call Us'}
            </ButtonLink>
          )}
          {liveChat('Chat with Us')}
        </div>
      </div>
    </div>
  );
}

/** A placeholder in the shape of the answers. What follows waits for them, so that nothing moves. */
function AnswersShape() {
  return (
    <div className="answers" role="status">
      <span className="visually-hidden">Reading your bookings</span>
      <div className="skeleton next-visit" />
      <div className="answers-side">
        <div className="skeleton hours-now" />
      </div>
    </div>
  );
}
