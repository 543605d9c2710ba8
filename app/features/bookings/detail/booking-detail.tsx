import './booking-actions.css';
import './booking-detail.css';
import './notes-card.css';
import { lazy, Suspense } from 'react';
import type { BookingDetail as Detail } from '../../../../api/contract/schemas/bookings.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useZone } from '../../../lib/session.ts';
import { formatDay, formatExact, formatWhen } from '../../../lib/time/dates.ts';
import { ElsewhereNote } from '../../../shared/bookings/elsewhere-note.tsx';
import { StatusBadge } from '../../../shared/bookings/status-badge.tsx';
import { Refunded } from '../../../shared/refunds/refunded.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { Note } from '../../../ui/note.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { QueuedChanges } from '../change/queued-changes.tsx';
import { useChangeWaits } from '../change/use-change.ts';
import { overageText, paymentText } from '../consequence.ts';
import { hoursText, shortId } from '../filters.ts';
import { type OwnAnswer, useBooking } from '../queries.ts';
import { QuoteCard } from '../quote/quote-card.tsx';
import { Stars } from '../stars.tsx';
import { AskForReview, PlansChanged, QuickActions } from './booking-actions.tsx';
import { settledText } from './extra-words.ts';
import { JobSheet } from './job-sheet.tsx';
import { NotesCard } from './notes-card.tsx';
import { isUnconfirmed, stepsOf } from './steps.ts';
import { Timeline } from './timeline.tsx';
import { WaitingCard } from './waiting-card.tsx';

const minuteMs = 60_000;
const OvertimeCard = lazy(() => import('./overtime-card.tsx'));

/** A booking's service, schedule, notes and timeline (spec §2). */
export function BookingDetail({
  id,
  shown,
  onContact,
}: {
  id: string;
  shown: boolean;
  /** Moves the person to the message field. */
  onContact: () => void;
}) {
  const { query, missing, detailState, booking } = useBooking(id, shown);
  const zone = useZone();
  if (booking) {
    return (
      <>
        <Facts
          booking={booking}
          detailState={detailState}
          zone={zone}
          onContact={onContact}
          onRetry={() => void query.refetch()}
        />
        {shown && <JobSheet booking={booking} zone={zone} />}
      </>
    );
  }
  if (missing) return <BookingNotFound id={id} />;
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton cards={2} label="Reading the booking" />;
}

function BookingNotFound({ id }: { id: string }) {
  return (
    <>
      <EmptyState
        drawing="search"
        title="Booking not found"
        text="It may belong to another account, or the link was cut short."
        action={
          <ButtonLink href={hrefs.bookings} size="small">
            All bookings
          </ButtonLink>
        }
      />
      <div className="booking-column">
        <QueuedChanges id={id} />
      </div>
    </>
  );
}

function Facts({
  booking,
  detailState,
  zone,
  onContact,
  onRetry,
}: {
  booking: Detail;
  detailState: OwnAnswer;
  zone: string;
  onContact: () => void;
  onRetry: () => void;
}) {
  const { scheduledDate, status } = booking;
  const isAhead = status === 'pending' || status === 'scheduled';
  return (
    <div className="booking-detail">
      <Card>
        <div className="row spread">
          <span className="muted">{oneText`#${shortId(booking.id)}`}</span>
          <StatusBadge status={booking.status} />
        </div>
        <p>
          <When at={scheduledDate} zone={zone} otherwise="To be scheduled" />{' '}
          <span className="muted together">{oneText`· ${hoursText(booking.estimatedHours)} estimated`}</span>
          {scheduledDate && isAhead && <ElsewhereNote at={scheduledDate} />}
        </p>
        <Unconfirmed booking={booking} />
        <Steps booking={booking} zone={zone} />
        <QuickActions booking={booking} onContact={onContact} />
      </Card>
      <div className="booking-column">
        {detailState !== 'coming' && <QuoteCard booking={booking} onContact={onContact} />}
        {detailState !== 'coming' && booking.extra?.terms && (
          <Suspense>
            <OvertimeCard
              key={booking.extra.id}
              booking={booking}
              extra={booking.extra}
              terms={booking.extra.terms}
            />
          </Suspense>
        )}
        {booking.disputed && (
          <Note>
            Your bank is looking into the payment of this booking, which was disputed there. Until it has
            decided, the booking stays as it is. If you did not mean to dispute it, please tell your bank, and
            call us.
          </Note>
        )}
        {booking.unpaidUntil && detailState !== 'coming' && (
          <WaitingCard booking={booking} until={booking.unpaidUntil} />
        )}
        {/* One question is shown at a time, and none while the bank has one. */}
        {!booking.extra?.terms && !booking.disputed && <AskForReview booking={booking} />}
        <OwnReview booking={booking} />
        <PlansChanged booking={booking} detailState={detailState} onRetry={onRetry} />
        <ServiceFacts booking={booking} />
      </div>
      <div className="booking-column">
        <ScheduleFacts booking={booking} zone={zone} />
        {(booking.notes || booking.answers) && <NotesCard booking={booking} />}
        {booking.statusChanges.length > 0 && (
          <Card>
            <h2>Timeline</h2>
            <Timeline booking={booking} zone={zone} />
          </Card>
        )}
      </div>
    </div>
  );
}

function When({ at, zone, otherwise }: { at: string | null; zone: string; otherwise: string }) {
  return at ? (
    <time dateTime={at} title={formatExact(at, zone)}>
      {formatWhen(at, zone)}
    </time>
  ) : (
    <span>{otherwise}</span>
  );
}

function Unconfirmed({ booking }: { booking: Detail }) {
  const now = useNow(() => minuteMs);
  const changeWaits = useChangeWaits(booking.id);
  if (changeWaits || !isUnconfirmed(booking, now)) return null;
  return <p className="muted">Next, the team confirms this time. You will see it here.</p>;
}

function OwnReview({ booking: { rating, review } }: { booking: Detail }) {
  if (rating === null) return null;
  return (
    <Card>
      <h2>Your review</h2>
      <Stars rating={rating} />
      {review && <p className="plain-notes">{review}</p>}
    </Card>
  );
}

function ServiceFacts({ booking }: { booking: Detail }) {
  const { service, actualHours, charges = [] } = booking;
  // The line of the payment says that the whole went back.
  const inPart = charges.filter(
    (charge) => charge.refunds.length > 0 || charge.refundedCents < charge.amountCents,
  );
  const off = booking.status === 'cancelled';
  return (
    <Card>
      <h2>Service details</h2>
      <dl className="facts">
        <div>
          <dt>Service</dt>
          <dd>{service.name}</dd>
        </div>
        <div>
          <dt>Category</dt>
          <dd>{service.category.name}</dd>
        </div>
        <div>
          <dt>Estimated hours</dt>
          <dd>{hoursText(booking.estimatedHours)}</dd>
        </div>
        <div>
          <dt>Actual hours</dt>
          <dd>{actualHours === null ? (off ? 'None' : 'Not yet known') : hoursText(actualHours)}</dd>
        </div>
        <div>
          <dt>Payment</dt>
          <dd>{paymentText(booking)}</dd>
        </div>
        {booking.extra && booking.extra.state !== 'waiting' && (
          <div>
            <dt>Longer than estimated</dt>
            <dd>{settledText(booking.extra)}</dd>
          </div>
        )}
        {booking.past && (
          <div>
            <dt>Past your hours</dt>
            <dd>{overageText(booking.past)}</dd>
          </div>
        )}
      </dl>
      {inPart.map((charge) => (
        <Refunded key={charge.id} {...charge} />
      ))}
    </Card>
  );
}

function ScheduleFacts({ booking, zone }: { booking: Detail; zone: string }) {
  const off = booking.status === 'cancelled';
  return (
    <Card>
      <h2>Schedule</h2>
      <dl className="facts">
        <div>
          <dt>Scheduled</dt>
          <dd>
            <When at={booking.scheduledDate} zone={zone} otherwise="To be scheduled" />
          </dd>
        </div>
        <div>
          <dt>Completed</dt>
          <dd>
            <When at={booking.completedDate} zone={zone} otherwise={off ? 'Not completed' : 'Not yet'} />
          </dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <When at={booking.createdAt} zone={zone} otherwise="" />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function Steps({ booking, zone }: { booking: Detail; zone: string }) {
  return (
    <ol className="steps" aria-label="Progress">
      {stepsOf(booking).map((step) => (
        <li
          key={step.status}
          className={`${step.reached ? 'reached' : ''} ${step.status}`}
          aria-current={step.current ? 'step' : undefined}
        >
          <span>{step.label}</span>
          {step.at && (
            <time dateTime={step.at} title={formatExact(step.at, zone)}>
              {formatDay(step.at, zone)}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}
