import { calendarOutline, hourglassOutline } from 'ionicons/icons';
import { memo } from 'react';
import type { Booking } from '../../../api/contract/entities.ts';
import { formatDay, formatExact, formatWhen } from '../../lib/dates.ts';
import { useZone } from '../../lib/session.ts';
import { hrefs } from '../../routes/hrefs.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { hoursText, shortId } from './filters.ts';
import { briefNotes } from './notes.ts';
import { Stars } from './stars.tsx';

export const BookingCard = memo(function BookingCard({ booking }: { booking: Booking }) {
  const zone = useZone();
  const { service, scheduledDate, actualHours, estimatedHours } = booking;
  const notes = briefNotes(booking.notes);
  return (
    <Card className="booking-card" aria-label={`${service.name}, ${shortId(booking.id)}`}>
      <div className="row">
        <CategoryIcon icon={service.category.icon} color={service.category.color} />
        <div className="grow">
          <h3>{service.name}</h3>
          <p className="muted">
            #{shortId(booking.id)} · Created{' '}
            <time dateTime={booking.createdAt} title={formatExact(booking.createdAt, zone)}>
              {formatDay(booking.createdAt, zone)}
            </time>
          </p>
        </div>
        <StatusBadge status={booking.status} />
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
          <ButtonLink href={`${hrefs.booking(booking.id)}#messages`} size="small">
            Contact Provider
          </ButtonLink>
        )}
        <ButtonLink href={hrefs.booking(booking.id)} size="small" kind="quiet">
          Details
        </ButtonLink>
      </div>
    </Card>
  );
});
