import './booking-row.css';
import './desk.css';
import {
  calendarOutline,
  cardOutline,
  chatbubbleEllipsesOutline,
  chatbubbleOutline,
  hourglassOutline,
  mailOutline,
  personOutline,
  swapHorizontalOutline,
} from 'ionicons/icons';
import { type ComponentType, memo } from 'react';
import { Link } from 'react-router-dom';
import type { AdminBooking } from '../../../api/contract/calls/admin-booking-calls.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { exactly, formatWhen } from '../../lib/time/dates.ts';
import { StatusBadge } from '../../shared/bookings/status-badge.tsx';
import { May } from '../../shared/may.tsx';
import { CategoryIcon } from '../../shared/services/category-icon.tsx';
import { Vouched } from '../../shared/vouched.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { nameOf, overtimeText, paymentText, shortId, waits } from './words.ts';

/** The team's actions on a booking, in every place that shows it. */
export interface Actions {
  onContact: (booking: AdminBooking) => void;
  onStatus: (booking: AdminBooking) => void;
}

/** One booking in the team's list. A tap anywhere except on its buttons opens it. */
export const BookingRow = memo(function BookingRow({
  booking,
  search,
  selected,
  replace,
  Marks,
  onContact,
  onStatus,
}: Actions & {
  booking: AdminBooking;
  /** The filter of the list; the booking's address keeps it for the list beside it. */
  search: string;
  selected: boolean;
  /** Whether the opened booking replaces the one before in the history, so that Back leaves the list at once. */
  replace: boolean;
  /** Marks of the booking's unsent or refused changes. */
  Marks: ComponentType<{ bookingId: string }>;
}) {
  const { service } = booking;
  return (
    <Card
      className={selected ? 'desk-row selected' : 'desk-row'}
      aria-label={oneText`${service.name}, ${shortId(booking.id)}`}
    >
      <div className="desk-row-head">
        <CategoryIcon icon={service.category.icon} color={service.category.color} />
        <h3>
          <Link
            to={`${hrefs.adminBooking(booking.id)}${search}`}
            replace={replace}
            aria-current={selected ? 'true' : undefined}
          >
            {service.name}
          </Link>
        </h3>
        <StatusBadge status={booking.status} />
        <p className="muted">{oneText`#${shortId(booking.id)}`}</p>
      </div>
      <Marks bookingId={booking.id} />
      <div className="desk-row-foot">
        <Facts booking={booking} />
        <div className="desk-buttons">
          <May do="bookings.message">
            <Button size="small" kind="quiet" icon={mailOutline} onClick={() => onContact(booking)}>
              Contact Customer
            </Button>
          </May>
          <May do="bookings.change">
            <Button size="small" kind="quiet" icon={swapHorizontalOutline} onClick={() => onStatus(booking)}>
              Update Status
            </Button>
          </May>
        </div>
      </div>
    </Card>
  );
});

function Facts({ booking }: { booking: AdminBooking }) {
  const zone = useZone();
  const { customer, scheduledDate } = booking;
  return (
    <dl className="desk-facts">
      <dt className="visually-hidden">Customer</dt>
      <dd>
        <Icon src={personOutline} size={18} />
        <span>{nameOf(customer)}</span>
        <Vouched by={customer} />
      </dd>
      <dt className="visually-hidden">Scheduled</dt>
      <dd {...(scheduledDate && exactly(scheduledDate, zone))}>
        <Icon src={calendarOutline} size={18} />
        <span>{scheduledDate ? formatWhen(scheduledDate, zone) : 'To be scheduled'}</span>
      </dd>
      <dt className="visually-hidden">Payment</dt>
      <dd className={booking.unpaidUntil ? 'waits' : undefined}>
        <Icon src={cardOutline} size={18} />
        <span>{paymentText(booking.payment, booking.unpaidUntil)}</span>
      </dd>
      {booking.extraHours !== undefined && (
        <>
          <dt className="visually-hidden">Longer than estimated</dt>
          <dd className="waits">
            <Icon src={hourglassOutline} size={18} />
            <span>{overtimeText({ state: 'waiting', hours: booking.extraHours })}</span>
          </dd>
        </>
      )}
      {booking.thread.count > 0 && (
        <>
          <dt className="visually-hidden">Messages</dt>
          <dd className={waits(booking) ? 'waits' : undefined}>
            <Icon src={waits(booking) ? chatbubbleEllipsesOutline : chatbubbleOutline} size={18} />
            <span>{waits(booking) ? 'Waits for an answer' : booking.thread.count}</span>
          </dd>
        </>
      )}
    </dl>
  );
}
