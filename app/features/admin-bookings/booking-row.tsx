import './booking-row.css';
import './desk.css';
import { mailOutline, swapHorizontalOutline } from 'ionicons/icons';
import { type ComponentType, memo } from 'react';
import { Link } from 'react-router-dom';
import type { AdminBooking } from '../../../api/contract/calls/admin-booking-calls.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { exactly } from '../../lib/time/dates.ts';
import { StatusBadge } from '../../shared/bookings/status-badge.tsx';
import { visitTime } from '../../shared/bookings/visit-time.ts';
import { May } from '../../shared/may.tsx';
import { Vouched } from '../../shared/vouched.tsx';
import { RowAct } from './row-act.tsx';
import { VisitWorkers } from './visit-workers.tsx';
import { comes, nameOf, overtimeText, paymentText, shortId, waits } from './words.ts';

/** The team's actions on a booking, in every place that shows it. */
export interface Actions {
  onContact: (booking: AdminBooking) => void;
  onStatus: (booking: AdminBooking) => void;
}

/** One booking in the team's list, in two lines. A tap anywhere except on its buttons opens it. */
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
    <section
      className={selected ? 'desk-row selected' : 'desk-row'}
      aria-label={oneText`${service.name}, ${shortId(booking.id)}`}
      data-row
      data-shared={hrefs.adminBooking(booking.id)}
    >
      <div className="desk-row-about">
        <div className="desk-row-head">
          <h3>
            <Link
              to={`${hrefs.adminBooking(booking.id)}${search}`}
              replace={replace}
              aria-current={selected ? 'true' : undefined}
              dir="auto"
            >
              {service.name}
            </Link>
          </h3>
          <StatusBadge status={booking.status} />
        </div>
        <Facts booking={booking} />
        <Marks bookingId={booking.id} />
      </div>
      <div className="desk-row-acts">
        <May do="bookings.message">
          <RowAct label="Contact Customer" icon={mailOutline} onClick={() => onContact(booking)} />
        </May>
        <May do="bookings.change">
          <RowAct label="Update Status" icon={swapHorizontalOutline} onClick={() => onStatus(booking)} />
        </May>
      </div>
    </section>
  );
});

function Facts({ booking }: { booking: AdminBooking }) {
  const zone = useZone();
  const { customer, scheduledDate, extraHours } = booking;
  return (
    <dl className="desk-facts">
      <dt className="visually-hidden">Scheduled</dt>
      <dd className="when" {...(scheduledDate && exactly(scheduledDate, zone))}>
        {visitTime(booking, zone)}
      </dd>
      <dt className="visually-hidden">Customer</dt>
      <dd>
        <span dir="auto">{nameOf(customer)}</span> <Vouched by={customer} />
      </dd>
      {comes(booking) !== 'unknown' && (
        <>
          <dt className="visually-hidden">Who comes</dt>
          <dd>
            <VisitWorkers booking={booking} />
          </dd>
        </>
      )}
      <dt className="visually-hidden">Payment</dt>
      <dd className={booking.unpaidUntil ? 'waits' : 'quiet'}>
        {paymentText(booking.payment, booking.unpaidUntil)}
      </dd>
      {extraHours !== undefined && (
        <>
          <dt className="visually-hidden">Longer than estimated</dt>
          <dd className="waits">{overtimeText({ state: 'waiting', hours: extraHours })}</dd>
        </>
      )}
      {booking.thread.count > 0 && (
        <>
          <dt className="visually-hidden">Messages</dt>
          <dd className={waits(booking) ? 'waits' : 'quiet'}>
            {waits(booking)
              ? 'Waits for an answer'
              : booking.thread.count === 1
                ? '1 message'
                : `${booking.thread.count} messages`}
          </dd>
        </>
      )}
      <dt className="visually-hidden">Number</dt>
      <dd className="quiet">{oneText`#${shortId(booking.id)}`}</dd>
    </dl>
  );
}
