import './booking-card.css';
import { chatbubbleOutline } from 'ionicons/icons';
import { memo } from 'react';
import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { dayLeaf, exactly, formatArrival, formatDay, inSentence } from '../../../lib/time/dates.ts';
import type { QueuedChange } from '../../../pwa/unsent/outbox.ts';
import { askOf, isUnconfirmed } from '../../../shared/bookings/asks.ts';
import { StatusBadge } from '../../../shared/bookings/status-badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { QueuedMark, UnsentMark } from '../change/queued-mark.tsx';
import { hoursText, shortId } from '../filters.ts';
import { briefNotes } from '../notes.ts';
import { Stars } from '../stars.tsx';

interface RowProps {
  booking: Booking;
  /**
   * The business's zone. It is a property, as `today` is, because two hundred rows would otherwise each subscribe to
   * it.
   */
  zone: string;
  /** The present day, by which times are named; the row is drawn again on another day. */
  today: string;
  /** The booking's change that has not reached the server. */
  queued: QueuedChange | undefined;
  /** The number of unsent messages, in words; '' without any. */
  messages: string;
  /** Whether the visit's place is named, for a person with several homes. */
  placed: boolean;
  /** Whether the booking's details are beside the list. */
  selected?: boolean;
  onReview: (booking: Booking) => void;
}

/** One booking of the list, which follows its links (`useLinkList`); a tap anywhere on it opens its details. */
export const BookingCard = memo(function BookingCard({
  booking,
  zone,
  queued,
  messages,
  placed,
  selected = false,
  onReview,
}: RowProps) {
  const href = hrefs.booking(booking.id);
  const { service, status, rating } = booking;
  const written = queued?.work.kind === 'review';
  return (
    <section
      className={selected ? 'booking-card selected' : 'booking-card'}
      data-shared={href}
      aria-label={oneText`${service.name}, ${shortId(booking.id)}`}
    >
      <Leaf at={booking.scheduledDate} zone={zone} />
      <h3>
        <a
          className="details"
          href={href}
          aria-current={selected ? 'true' : undefined}
          aria-label={oneText`Details of ${service.name}, ${shortId(booking.id)}`}
        >
          {service.name}
        </a>
      </h3>
      <Line booking={booking} zone={zone} placed={placed} />
      {status === 'scheduled' && (
        <a className="icon-button row-act" href={`${href}#messages`} aria-label="Contact Provider">
          <Icon src={chatbubbleOutline} size={22} />
        </a>
      )}
      {status === 'completed' && rating === null && !written && (
        <div className="row-act">
          <Button size="small" kind="quiet" onClick={() => onReview(booking)}>
            Leave Review
          </Button>
        </div>
      )}
      {queued && <QueuedMark entry={queued} zone={zone} />}
      {messages && <UnsentMark messages={messages} />}
      <More booking={booking} zone={zone} />
    </section>
  );
});

/** The visit's day, as a leaf of a calendar. */
function Leaf({ at, zone }: { at: string | null; zone: string }) {
  const [word, day] = at ? dayLeaf(at, zone) : ['Time', '?'];
  return (
    <p className={word === 'Today' ? 'day-leaf today' : 'day-leaf'} {...(at && exactly(at, zone))}>
      <span>{word}</span> <b>{day}</b>
    </p>
  );
}

/** The time, what happens next or is asked for, the place, the state and the id. */
function Line({ booking, zone, placed }: Pick<RowProps, 'booking' | 'zone' | 'placed'>) {
  const { scheduledDate, windowMinutes, actualHours, estimatedHours, place } = booking;
  const ask = askOf(booking, zone);
  const asks = ask && ask.kind !== 'review' ? ask.brief : null;
  const next = !asks && isUnconfirmed(booking, Date.now()) && 'Team confirms the time next';
  const facts = [
    scheduledDate ? formatArrival(scheduledDate, zone, windowMinutes) : 'To be scheduled',
    hoursText(actualHours ?? estimatedHours),
  ];
  return (
    <p className="row-line muted">
      {asks && <b className="quote-ready">{asks}</b>}
      {next && <span className="row-next">{next}</span>}
      <span>{facts.join(' · ')}</span>
      {placed && place && <span className="row-place">{place}</span>}
      <StatusBadge status={booking.status} />
      <span className="row-id">{`#${shortId(booking.id)}`}</span>
    </p>
  );
}

/** The review, and where there is room the creation and the notes. */
function More({ booking, zone }: Pick<RowProps, 'booking' | 'zone'>) {
  const { rating, review, createdAt } = booking;
  const notes = briefNotes(booking);
  return (
    <>
      {rating !== null && (
        <div className="row-review muted">
          <Stars rating={rating} />
          {review && <p>{oneText`“${review}”`}</p>}
        </div>
      )}
      <p className="row-more muted">
        <span>{oneText`Created ${inSentence(formatDay(createdAt, zone))}`}</span>
        {notes && <span>{notes}</span>}
      </p>
    </>
  );
}
