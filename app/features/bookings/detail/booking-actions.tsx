import './booking-actions.css';
import {
  calendarOutline,
  chatbubbleOutline,
  printOutline,
  repeatOutline,
  shareOutline,
} from 'ionicons/icons';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { useBusinessName, useZone } from '../../../lib/session.ts';
import { useQueuedChanges } from '../../../pwa/unsent/outbox.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { QueuedChanges } from '../change/queued-changes.tsx';
import { useChangeWaits } from '../change/use-change.ts';
import { asClause, consequenceOf, freeUntilText, isInTime } from '../consequence.ts';
import type { OwnAnswer } from '../queries.ts';
import { share, shareText } from './share.ts';

const CalendarSheet = lazy(() => import('./calendar-sheet.tsx'));
const CancelSheet = lazy(() => import('../change/cancel-sheet.tsx'));
const RescheduleSheet = lazy(() => import('../change/reschedule-sheet.tsx'));
const ReviewSheet = lazy(() => import('../change/review-sheet.tsx'));

/** A sheet whose code is loaded at the first opening, and which then keeps its entered text. */
function useSheet() {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return {
    open,
    wasOpened,
    show: () => {
      setOpen(true);
      setWasOpened(true);
    },
    close: () => setOpen(false),
  };
}

/** The actions of every booking: write, add to the calendar, share, print. */
export function QuickActions({ booking, onContact }: { booking: BookingDetail; onContact: () => void }) {
  const zone = useZone();
  const navigate = useNavigate();
  const business = useBusinessName();
  const calendar = useSheet();
  const ahead = booking.scheduledDate !== null && ['pending', 'scheduled'].includes(booking.status);
  const actions = [
    { label: 'Message the Team', icon: chatbubbleOutline, act: onContact },
    booking.status === 'completed' && {
      label: 'Book Again',
      icon: repeatOutline,
      act: () => navigate(hrefs.bookAgain(booking.id)),
    },
    ahead && { label: 'Add to Calendar', icon: calendarOutline, act: calendar.show },
    { label: 'Share', icon: shareOutline, act: () => void shareBooking(booking, zone, business) },
    { label: 'Print', icon: printOutline, act: () => window.print() },
  ];
  return (
    <div className="quick-actions">
      {actions.map(
        (action) =>
          action && (
            <button key={action.label} type="button" className="quick-action" onClick={action.act}>
              <Icon src={action.icon} size={22} />
              <span>{action.label}</span>
            </button>
          ),
      )}
      {calendar.wasOpened && (
        <Suspense>
          <CalendarSheet bookingId={booking.id} open={calendar.open} onClose={calendar.close} />
        </Suspense>
      )}
    </div>
  );
}

async function shareBooking(booking: BookingDetail, zone: string, business: string): Promise<void> {
  const done = await share(shareText(booking, zone, business));
  if (done === 'copied')
    toast({
      title: 'Copied',
      description: 'Paste it wherever you like. It names the service and the time only.',
    });
  if (done === 'failed')
    toast({
      title: 'Not shared',
      description: 'This browser neither shares nor copies.',
      style: 'destructive',
    });
}

/** The buttons to move and to cancel, with their effects before the tap; nothing if neither is possible. */
export function PlansChanged({
  booking,
  detailState,
  onRetry,
  takeFocus,
}: {
  booking: BookingDetail;
  detailState: OwnAnswer;
  onRetry: () => void;
  /** Whether the person came for this. */
  takeFocus: boolean;
}) {
  const zone = useZone();
  const reschedule = useSheet();
  const cancel = useSheet();
  const { changes, scheduledDate } = booking;
  const terms = changes.cancel;
  const waits = useChangeWaits(booking.id);
  const offered = !waits && (terms !== null || changes.mayReschedule);
  const card = useId();
  const came = useRef(takeFocus);
  useEffect(() => {
    if (!offered || !came.current) return;
    came.current = false;
    document.getElementById(card)?.querySelector('button')?.focus();
  }, [card, offered]);
  const mayChange = booking.status === 'pending' || booking.status === 'scheduled';
  if (detailState === 'coming' && mayChange) return <PlansShape />;
  return (
    <>
      <QueuedChanges
        id={booking.id}
        status={booking.status}
        again={{
          ...(changes.mayReschedule && { reschedule: reschedule.show }),
          ...(terms && { cancel: cancel.show }),
        }}
      />
      {offered && (
        <Card className="plans-changed" id={card}>
          <h2>Plans changed?</h2>
          {terms && (
            <p className="muted">{oneText`If you cancel: ${asClause(consequenceOf(terms, scheduledDate))}`}</p>
          )}
          {(!terms || terms.outcome === 'forfeit' || isInTime(changes.freeUntil)) && (
            <p className="muted">{freeUntilText(changes.freeUntil, zone)}</p>
          )}
          <div className="buttons">
            {changes.mayReschedule && (
              <Button size="small" kind="quiet" onClick={reschedule.show}>
                Reschedule
              </Button>
            )}
            {terms && (
              <Button size="small" kind="danger" onClick={cancel.show}>
                Cancel Booking
              </Button>
            )}
          </div>
        </Card>
      )}
      {detailState === 'unread' && mayChange && !waits && <PlansUnread onRetry={onRetry} />}
      <Suspense>
        {reschedule.wasOpened && (
          <RescheduleSheet booking={booking} open={reschedule.open} onClose={reschedule.close} />
        )}
        {cancel.wasOpened && <CancelSheet booking={booking} open={cancel.open} onClose={cancel.close} />}
      </Suspense>
    </>
  );
}

/**
 * Shown when the possible changes and their cost, which are part of the booking's own answer, were never read here.
 */
function PlansUnread({ onRetry }: { onRetry: () => void }) {
  const online = useOnline();
  return (
    <Card className="plans-changed" role="status">
      <h2>Plans changed?</h2>
      <p className="muted">
        {online
          ? 'The possible changes could not be read. Nothing of yours is lost.'
          : 'Moving or cancelling needs the network once: the cost is not on this device yet.'}
      </p>
      <div className="buttons">
        <Button size="small" kind="quiet" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Card>
  );
}

/** A placeholder as high as the final content, so that nothing moves later. */
function PlansShape() {
  return (
    <Card className="plans-changed" role="status">
      <h2>Plans changed?</h2>
      <span className="visually-hidden">Reading the possible changes</span>
      <p className="skeleton line" />
      <p className="skeleton line short" />
      <div className="buttons">
        <span className="skeleton button-place" />
      </div>
    </Card>
  );
}

/** Asks for a review of a completed booking without one. */
export function AskForReview({ booking }: { booking: BookingDetail }) {
  const sheet = useSheet();
  const written = useQueuedChanges(booking.id).some((e) => e.work.kind === 'review');
  return (
    <>
      {booking.status === 'completed' && booking.rating === null && !written && (
        <Card className="ask-review">
          <h2>How did it go?</h2>
          <p className="muted">A few stars help the team, and the next home.</p>
          <Button size="small" kind="accent" onClick={sheet.show}>
            Leave Review
          </Button>
        </Card>
      )}
      {sheet.wasOpened && (
        <Suspense>
          <ReviewSheet booking={booking} open={sheet.open} onClose={sheet.close} leadsOn />
        </Suspense>
      )}
    </>
  );
}
