import './booking-actions.css';
import './booking-detail.css';
import './notes-card.css';
import { chevronDownOutline } from 'ionicons/icons';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { BookingDetail as Detail } from '../../../../api/contract/schemas/bookings.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useZone } from '../../../lib/session.ts';
import { formatArrival, formatDaySaid, formatExact } from '../../../lib/time/dates.ts';
import { ElsewhereNote } from '../../../shared/bookings/elsewhere-note.tsx';
import { StatusBadge } from '../../../shared/bookings/status-badge.tsx';
import { WhoComes } from '../../../shared/bookings/who-comes.tsx';
import { Refunded } from '../../../shared/refunds/refunded.tsx';
import { pictureOf } from '../../../shared/services/picture.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/note.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { QueuedChanges } from '../change/queued-changes.tsx';
import { useChangeWaits } from '../change/use-change.ts';
import { overageText, paymentText } from '../consequence.ts';
import { hoursText, shortId } from '../filters.ts';
import { type OwnAnswer, useBooking } from '../queries.ts';
import { Stars } from '../stars.tsx';
import { AskForReview, PlansChanged, QuickActions } from './booking-actions.tsx';
import { nextWords } from './next-words.ts';
import { NotesCard } from './notes-card.tsx';
import { settledText } from './settled-text.ts';
import { stepsOf } from './steps.ts';

const minuteMs = 60_000;
const FoldedPart = lazy(() => import('./folded-part.tsx'));
const JobSheet = lazy(() => import('./job-sheet.tsx'));
const OvertimeCard = lazy(() => import('./overtime-card.tsx'));
const QuoteCard = lazy(() => import('../quote/quote-card.tsx'));
const TakenTimeCard = lazy(() => import('../slots/taken-time-card.tsx'));
const WaitingCard = lazy(() => import('./waiting-card.tsx'));

/**
 * A booking (spec §2): its state with what happens next, the one thing to do, who and where, the thread, the changes
 * with their cost, and its details, folded. With room for it, the state and the thread are beside the rest.
 */
export function BookingDetail({
  id,
  shown,
  onContact,
  toChange,
  thread,
}: {
  id: string;
  shown: boolean;
  /** Moves the person to the message field. */
  onContact: () => void;
  /** Whether the person came to move or cancel the booking. */
  toChange: boolean;
  /** The booking's messages; they keep their place on the page while the booking is being read. */
  thread: ReactNode;
}) {
  const { query, missing, detailState, booking } = useBooking(id, shown);
  const zone = useZone();
  const onRetry = () => void query.refetch();
  return (
    <div className="booking-frame">
      <div className="booking-detail">
        <div className="booking-column">
          {booking ? (
            <StateAndTask booking={booking} detailState={detailState} zone={zone} onContact={onContact} />
          ) : missing ? (
            <BookingNotFound id={id} />
          ) : query.error ? (
            <ErrorState error={query.error} onRetry={onRetry} />
          ) : (
            <Skeleton cards={2} label="Reading the booking" />
          )}
          <div className="booking-thread" key="thread">
            {thread}
          </div>
        </div>
        {booking && (
          <div className="booking-column">
            {(booking.notes || booking.answers) && (
              <div className="booking-who">
                <NotesCard booking={booking} />
              </div>
            )}
            <div className="booking-rest">
              <OwnReview booking={booking} />
              <PlansChanged
                booking={booking}
                detailState={detailState}
                onRetry={onRetry}
                takeFocus={toChange}
              />
              <Folded booking={booking} zone={zone} />
            </div>
          </div>
        )}
      </div>
      {booking && shown && (
        <Suspense>
          <JobSheet booking={booking} zone={zone} />
        </Suspense>
      )}
    </div>
  );
}

/** Whether the booking is a request without an agreed price or hours. */
const isOpenRequest = ({ status, paymentType }: Detail): boolean =>
  paymentType === 'custom_quote' && (status === 'pending' || status === 'scheduled');

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
      <QueuedChanges id={id} />
    </>
  );
}

/** The state with what happens next, and the one thing that the booking asks of its customer. */
function StateAndTask({
  booking,
  detailState,
  zone,
  onContact,
}: {
  booking: Detail;
  detailState: OwnAnswer;
  zone: string;
  onContact: () => void;
}) {
  // The line of the payment says that the whole went back.
  const inPart = (booking.charges ?? []).filter(
    ({ refunds, refundedCents, amountCents }) =>
      refunds.length > 0 || (refundedCents > 0 && refundedCents < amountCents),
  );
  return (
    <div className="booking-state">
      <State booking={booking} zone={zone} onContact={onContact} />
      {detailState !== 'coming' && isOpenRequest(booking) && (
        <Suspense>
          <QuoteCard booking={booking} onContact={onContact} />
        </Suspense>
      )}
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
      {booking.timeTaken && detailState === 'here' && (
        <Suspense>
          <TakenTimeCard booking={booking} times={booking.timeTaken} />
        </Suspense>
      )}
      {booking.unpaidUntil && detailState !== 'coming' && (
        <Suspense>
          <WaitingCard booking={booking} until={booking.unpaidUntil} />
        </Suspense>
      )}
      {/* One question is shown at a time, and none while the bank has one. */}
      {!booking.extra?.terms && !booking.disputed && <AskForReview booking={booking} />}
      {inPart.length > 0 && (
        <Card>
          {inPart.map((charge) => (
            <Refunded key={charge.id} {...charge} />
          ))}
        </Card>
      )}
    </div>
  );
}

function State({ booking, zone, onContact }: { booking: Detail; zone: string; onContact: () => void }) {
  const now = new Date(useNow(() => minuteMs));
  const changeWaits = useChangeWaits(booking.id);
  const { scheduledDate, windowMinutes, status } = booking;
  const isAhead = status === 'pending' || status === 'scheduled';
  const next = !changeWaits && !booking.timeTaken && nextWords(booking, zone, now);
  return (
    <Card className="state-card" data-shared={hrefs.booking(booking.id)}>
      <div className="row spread">
        <StatusBadge status={status} />
        <span className="muted">{oneText`#${shortId(booking.id)}`}</span>
      </div>
      {booking.service.picture && (
        <img
          className="state-picture"
          src={pictureOf(booking.service.picture)}
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
      <p className="state-when">
        {scheduledDate ? (
          <time dateTime={scheduledDate} title={formatExact(scheduledDate, zone)}>
            {`${formatDaySaid(scheduledDate, zone, now)}, ${formatArrival(scheduledDate, zone, windowMinutes)}`}
          </time>
        ) : (
          <span>To be scheduled</span>
        )}{' '}
        <span className="muted together">{oneText`${hoursText(booking.estimatedHours)} estimated`}</span>
      </p>
      {next && <p className="state-next">{next}</p>}
      <WhoComes booking={booking} />
      {scheduledDate && isAhead && <ElsewhereNote at={scheduledDate} />}
      {moneyLines(booking).map((line) => (
        <p key={line} className="muted">
          {line}
        </p>
      ))}
      <Steps booking={booking} />
      <QuickActions booking={booking} onContact={onContact} />
    </Card>
  );
}

/** How it is paid, and how the questions about hours ended. */
const moneyLines = (booking: Detail): string[] => {
  const { extra, past } = booking;
  return [
    paymentText(booking),
    ...(extra && extra.state !== 'waiting' ? [`Longer than estimated: ${settledText(extra)}`] : []),
    ...(past ? [`Past your hours: ${overageText(past)}`] : []),
  ];
};

/** The booking's details, each part behind its own heading. */
function Folded({ booking, zone }: { booking: Detail; zone: string }) {
  return (
    <Card className="folds" aria-label="Details">
      <Fold title="Service details">
        <FoldedPart part="service" booking={booking} zone={zone} />
      </Fold>
      <Fold title="Schedule">
        <FoldedPart part="schedule" booking={booking} zone={zone} />
      </Fold>
      {booking.statusChanges.length > 0 && (
        <Fold title="Timeline">
          <FoldedPart part="timeline" booking={booking} zone={zone} />
        </Fold>
      )}
    </Card>
  );
}

/** A part whose code is loaded when it is first opened. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details onToggle={() => setWasOpened(true)}>
      <summary>
        <h2>{title}</h2>
        <Icon src={chevronDownOutline} />
      </summary>
      {wasOpened && <Suspense>{children}</Suspense>}
    </details>
  );
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

function Steps({ booking }: { booking: Detail }) {
  return (
    <ol className="steps" aria-label="Progress">
      {stepsOf(booking).map((step) => (
        <li
          key={step.status}
          className={`${step.reached ? 'reached' : ''} ${step.status}`}
          aria-current={step.current ? 'step' : undefined}
        >
          <span>{step.label}</span>
        </li>
      ))}
    </ol>
  );
}
