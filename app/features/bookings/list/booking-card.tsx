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
  /** The name of the visit's place, for a person with several homes. */
  placeName: string | undefined;
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
  placeName,
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
      <Line booking={booking} zone={zone} placeName={placeName} />
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

/**
 * The time, what is asked for or happens next, the review, the place, the hours and the id, as far as one line has room
 * for them, on a wide screen the creation and the notes too; then the state.
 */
function Line({ booking, zone, placeName }: Pick<RowProps, 'booking' | 'zone' | 'placeName'>) {
  const { scheduledDate, windowMinutes, actualHours, estimatedHours, rating, review, createdAt } = booking;
  const ask = askOf(booking, zone);
  const asks = ask && ask.kind !== 'review' ? ask.brief : null;
  const next = !asks && isUnconfirmed(booking, Date.now());
  const notes = briefNotes(booking);
  return (
    <p className="row-line muted">
      <span className="row-time">
        {scheduledDate ? formatArrival(scheduledDate, zone, windowMinutes) : 'To be scheduled'}
      </span>
      <span className="row-facts">
        {asks && <b className="quote-ready">{asks}</b>}
        {next && <span className="row-next">Team confirms it</span>}
        {rating !== null && (
          <span>
            <Stars rating={rating} /> {review && <span>{oneText`“${review}”`}</span>}
          </span>
        )}
        {placeName && <span dir="auto">{placeName}</span>}
        <span>{hoursText(actualHours ?? estimatedHours)}</span>
        <span className="row-more">
          {oneText`Created ${inSentence(formatDay(createdAt, zone))}${notes && ` · ${notes}`}`}
        </span>
        <span className="row-id">{`#${shortId(booking.id)}`}</span>
      </span>
      <StatusBadge status={booking.status} />
    </p>
  );
}
