import { calendarOutline, hourglassOutline } from 'ionicons/icons';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { Booking } from '../../../api/contract/entities.ts';
import { formatDay, formatExact, formatWhen } from '../../lib/dates.ts';
import { useZone } from '../../lib/session.ts';
import { hrefs } from '../../routes/hrefs.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { inSentence } from './consequence.ts';
import { hoursText, shortId } from './filters.ts';
import { briefNotes } from './notes.ts';
import { Stars } from './stars.tsx';

/** One booking of the list; a tap anywhere on it opens its details. */
export const BookingCard = memo(function BookingCard({
  booking,
  selected = false,
  replace = false,
  onReview,
}: {
  booking: Booking;
  /** Whether its details stand beside the list. */
  selected?: boolean;
  /** Whether opening it takes the place of what is open, so that Back leaves the list and not each look. */
  replace?: boolean;
  onReview: (booking: Booking) => void;
}) {
  const zone = useZone();
  const href = hrefs.booking(booking.id);
  const { service, scheduledDate, actualHours, estimatedHours } = booking;
  const notes = briefNotes(booking.notes);
  return (
    <Card
      className={selected ? 'booking-card selected' : 'booking-card'}
      aria-label={`${service.name}, ${shortId(booking.id)}`}
    >
      <div className="booking-head">
        <CategoryIcon icon={service.category.icon} color={service.category.color} />
        <h3>{service.name}</h3>
        <StatusBadge status={booking.status} />
        <p className="muted made">
          <span>#{shortId(booking.id)}</span>
          <span>
            Created{' '}
            <time dateTime={booking.createdAt} title={formatExact(booking.createdAt, zone)}>
              {inSentence(formatDay(booking.createdAt, zone))}
            </time>
          </span>
        </p>
      </div>
      <dl className="booking-facts">
        <dt>Scheduled</dt>
        <dd {...(scheduledDate && { title: formatExact(scheduledDate, zone) })}>
          <Icon src={calendarOutline} size={18} />
          <span>{scheduledDate ? formatWhen(scheduledDate, zone) : 'To be scheduled'}</span>
        </dd>
        <dt>Duration</dt>
        <dd>
          <Icon src={hourglassOutline} size={18} />
          <span>
            {actualHours === null ? `${hoursText(estimatedHours)} estimated` : hoursText(actualHours)}
          </span>
        </dd>
      </dl>
      {notes && <p className="muted notes">{notes}</p>}
      {booking.rating !== null && <Stars rating={booking.rating} />}
      {booking.review && <p className="muted notes">“{booking.review}”</p>}
      <div className="buttons">
        {booking.status === 'scheduled' && (
          <Link className="button primary small" to={`${href}#messages`} replace={replace}>
            <span>Contact Provider</span>
          </Link>
        )}
        {booking.status === 'completed' && booking.rating === null && (
          <Button size="small" onClick={() => onReview(booking)}>
            Leave Review
          </Button>
        )}
        <Link
          className="button quiet small details"
          to={href}
          replace={replace}
          aria-current={selected ? 'true' : undefined}
          aria-label={`Details of ${service.name}, ${shortId(booking.id)}`}
        >
          <span>Details</span>
        </Link>
      </div>
    </Card>
  );
});
