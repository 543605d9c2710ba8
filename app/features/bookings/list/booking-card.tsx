import './booking-card.css';
import { alertCircleOutline, hourglassOutline, pricetagOutline } from 'ionicons/icons';
import { memo } from 'react';
import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { exactly, formatDay, formatWhen, inSentence } from '../../../lib/time/dates.ts';
import type { QueuedChange } from '../../../pwa/unsent/outbox.ts';
import { questionOf } from '../../../shared/bookings/quoted.ts';
import { StatusBadge } from '../../../shared/bookings/status-badge.tsx';
import { CategoryIcon } from '../../../shared/services/category-icon.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { QueuedMark, UnsentMark } from '../change/queued-mark.tsx';
import { hoursText, shortId } from '../filters.ts';
import { briefNotes } from '../notes.ts';
import { Stars } from '../stars.tsx';

/** One booking of the list, which follows its links (`useLinkList`); a tap anywhere on it opens its details. */
export const BookingCard = memo(function BookingCard({
  booking,
  zone,
  queued,
  messages,
  selected = false,
  onReview,
}: {
  booking: Booking;
  /**
   * The business's zone. It is a property, as `today` is, because two hundred cards would otherwise each subscribe to
   * it.
   */
  zone: string;
  /** The present day, by which times are named; the card is drawn again on another day. */
  today: string;
  /** The booking's change that has not reached the server. */
  queued: QueuedChange | undefined;
  /** The number of unsent messages, in words; '' without any. */
  messages: string;
  /** Whether the booking's details are beside the list. */
  selected?: boolean;
  onReview: (booking: Booking) => void;
}) {
  const href = hrefs.booking(booking.id);
  const { service } = booking;
  const notes = briefNotes(booking);
  const written = queued?.work.kind === 'review';
  return (
    <Card
      className={selected ? 'booking-card selected' : 'booking-card'}
      aria-label={oneText`${service.name}, ${shortId(booking.id)}`}
    >
      <div className="booking-head">
        <CategoryIcon icon={service.category.icon} color={service.category.color} />
        <h3>{service.name}</h3>
        <StatusBadge status={booking.status} />
        <p className="muted made">
          <span>{`#${shortId(booking.id)}`}</span>
          <span>
            {'Created '}
            <time dateTime={booking.createdAt} {...exactly(booking.createdAt, zone)}>
              {inSentence(formatDay(booking.createdAt, zone))}
            </time>
          </span>
        </p>
      </div>
      <Facts booking={booking} zone={zone} />
      {queued && <QueuedMark entry={queued} zone={zone} />}
      {messages && <UnsentMark messages={messages} />}
      <Questions booking={booking} />
      {notes && <p className="muted notes">{notes}</p>}
      {booking.rating !== null && <Stars rating={booking.rating} />}
      {booking.review && <p className="muted notes">{oneText`“${booking.review}”`}</p>}
      <div className="buttons">
        {booking.status === 'scheduled' && (
          <a className="button primary small" href={`${href}#messages`}>
            Contact Provider
          </a>
        )}
        {booking.status === 'completed' && booking.rating === null && !written && (
          <Button size="small" onClick={() => onReview(booking)}>
            Leave Review
          </Button>
        )}
        <a
          className="button quiet small details"
          href={href}
          aria-current={selected ? 'true' : undefined}
          aria-label={oneText`Details of ${service.name}, ${shortId(booking.id)}`}
        >
          Details
        </a>
      </div>
    </Card>
  );
});

function Facts({ booking, zone }: { booking: Booking; zone: string }) {
  const { scheduledDate, actualHours, estimatedHours } = booking;
  return (
    <dl className="booking-facts">
      <dt>Scheduled</dt>
      <dd className="drawn scheduled" {...(scheduledDate && exactly(scheduledDate, zone))}>
        {scheduledDate ? formatWhen(scheduledDate, zone) : 'To be scheduled'}
      </dd>
      <dt>Duration</dt>
      <dd className="drawn duration">
        {actualHours === null ? `${hoursText(estimatedHours)} estimated` : hoursText(actualHours)}
      </dd>
    </dl>
  );
}

/** The questions of a booking to its customer. */
function Questions({ booking }: { booking: Booking }) {
  const question = questionOf(booking);
  return (
    <>
      {booking.unpaidUntil && (
        <p className="quote-ready">
          <Icon src={alertCircleOutline} size={18} />
          <span>Not paid yet</span>
        </p>
      )}
      {question && (
        <p className="quote-ready">
          <Icon src={booking.extraHours === undefined ? pricetagOutline : hourglassOutline} size={18} />
          <span>{question}</span>
        </p>
      )}
    </>
  );
}
