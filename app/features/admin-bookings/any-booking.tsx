import './any-booking.css';
import './desk.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AdminBookingDetail } from '../../../api/contract/calls/admin-booking-calls.ts';
import { isMissing } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { searchOf } from '../../lib/search.ts';
import { useZone } from '../../lib/session.ts';
import { formatExact, formatWhen } from '../../lib/time/dates.ts';
import { StatusBadge } from '../../shared/bookings/status-badge.tsx';
import { useConfirmBookings, useWaiveAnswer } from '../../shared/bookings/use-team-act.ts';
import { visitTime } from '../../shared/bookings/visit-time.ts';
import { May } from '../../shared/may.tsx';
import { BookedIcon } from '../../shared/services/booked-icon.tsx';
import { Vouched } from '../../shared/vouched.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { noFilter } from './filter.ts';
import { OvertimeNote } from './overtime-note.tsx';
import { anyBookingQuery } from './queries.ts';
import { useActions } from './use-actions.tsx';
import { hoursText, nameOf, overageText, paymentText, shortId, waits } from './words.ts';

/**
 * A booking for the team: its customer, time and payment, and the possible actions.
 * @param action the action that gives the booking's customer hours
 * @param who who comes, from another part of the app
 * @param more content from other parts of the app: its notes and its timeline
 */
export function AnyBooking({
  id,
  shown,
  action,
  who,
  more,
}: {
  id: string;
  shown: boolean;
  action: (booking: AdminBookingDetail) => ReactNode;
  who: (booking: AdminBookingDetail) => ReactNode;
  more: (booking: AdminBookingDetail) => ReactNode;
}) {
  const query = useQuery({ ...anyBookingQuery(id), enabled: shown });
  const { dialogs, onContact, onStatus } = useActions(() => query.data);
  const booking = isMissing(query.error) ? undefined : query.data;
  if (booking)
    return (
      <div className="desk">
        <Head booking={booking} onContact={() => onContact(booking)} onStatus={() => onStatus(booking)} />
        {booking.extra && <OvertimeNote booking={booking} extra={booking.extra} />}
        {who(booking)}
        <CustomerCard booking={booking} action={action(booking)} />
        <Facts booking={booking} />
        {more(booking)}
        {dialogs}
      </div>
    );
  if (isMissing(query.error))
    return (
      <EmptyState
        drawing="search"
        title="Booking not found"
        text="The link may have been cut short."
        action={
          <ButtonLink href={hrefs.admin} size="small">
            All bookings
          </ButtonLink>
        }
      />
    );
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton cards={3} label="Reading the booking" />;
}

function When({ instant }: { instant: string }) {
  const zone = useZone();
  return (
    <time dateTime={instant} title={formatExact(instant, zone)}>
      {formatWhen(instant, zone)}
    </time>
  );
}

function VisitTime({ booking }: { booking: AdminBookingDetail }) {
  const zone = useZone();
  const { scheduledDate: at } = booking;
  if (!at) return <span>{visitTime(booking, zone)}</span>;
  return (
    <time dateTime={at} title={formatExact(at, zone)}>
      {visitTime(booking, zone)}
    </time>
  );
}

function Head({
  booking,
  onContact,
  onStatus,
}: {
  booking: AdminBookingDetail;
  onContact: () => void;
  onStatus: () => void;
}) {
  const { service } = booking;
  const confirm = useConfirmBookings();
  return (
    <Card className="desk-card" data-shared={hrefs.adminBooking(booking.id)}>
      <div className="row spread">
        <span className="row">
          <BookedIcon service={service} />
          <span className="muted">{oneText`#${shortId(booking.id)}`}</span>
          <span className="muted desk-category">{oneText`· ${service.category.name}`}</span>
        </span>
        <StatusBadge status={booking.status} />
      </div>
      <p className="desk-when">
        <VisitTime booking={booking} />{' '}
        <span className="muted together">{oneText`${hoursText(booking.estimatedHours)} estimated`}</span>
      </p>
      {booking.disputed && (
        <Note kind="bad">
          <span>Its payment is disputed at the bank: it stays as it is until that is decided.</span>{' '}
          <May do="money.read">
            <Link to={hrefs.adminDisputes}>See the dispute</Link>
          </May>
        </Note>
      )}
      {booking.unpaidUntil && (
        <Note kind="bad">
          <span>{oneText`Not paid: no plan of ${nameOf(booking.customer)} pays for it yet. It can be scheduled once one does. If none does, it is called off: `}</span>
          <When instant={booking.unpaidUntil} />
          <span>.</span>
        </Note>
      )}
      {waits(booking) && <WaitNote booking={booking} />}
      <div className="desk-buttons">
        <May do="bookings.change">
          {mayConfirm(booking) && (
            <Button size="small" busy={confirm.isPending} onClick={() => confirm.mutate([booking.id])}>
              Confirm
            </Button>
          )}
          <Button size="small" {...(mayConfirm(booking) && { kind: 'quiet' })} onClick={onStatus}>
            Update Status
          </Button>
        </May>
        <May do="bookings.message">
          <Button size="small" kind="quiet" onClick={onContact}>
            Contact Customer
          </Button>
        </May>
      </div>
    </Card>
  );
}

function WaitNote({ booking: { id, thread } }: { booking: AdminBookingDetail }) {
  const waive = useWaiveAnswer();
  const { lastId } = thread;
  return (
    <Note>
      <span>The customer wrote last and waits for an answer.</span>{' '}
      {lastId && (
        <May do="bookings.message">
          <Button
            kind="plain"
            size="small"
            busy={waive.isPending}
            onClick={() => waive.mutate({ bookingId: id, messageId: lastId })}
          >
            Needs No Answer
          </Button>
        </May>
      )}
    </Note>
  );
}

/** Whether the team's one answer is missing: a request needs a quote, and an unpaid booking a plan. */
const mayConfirm = ({ status, payment, unpaidUntil, disputed }: AdminBookingDetail): boolean =>
  status === 'pending' && payment.type !== 'custom_quote' && !unpaidUntil && !disputed;

function CustomerCard({ booking: { customer }, action }: { booking: AdminBookingDetail; action: ReactNode }) {
  return (
    <Card className="desk-card">
      <h2>Customer</h2>
      <p className="desk-person">
        <strong>{nameOf(customer)}</strong>
        {customer.name && <span className="muted">{customer.email}</span>}
        <Vouched by={customer} />
      </p>
      <div className="desk-buttons">
        <May do="customers.read">
          <Link className="button quiet small" to={hrefs.adminCustomer(customer.id)}>
            <span>Open Customer</span>
          </Link>
        </May>
        <Link
          className="button quiet small"
          to={hrefs.admin + searchOf({ ...noFilter, customer: customer.id })}
        >
          <span>Their Bookings</span>
        </Link>
        {customer.email && action}
      </div>
    </Card>
  );
}

function Facts({ booking }: { booking: AdminBookingDetail }) {
  const { actualHours, completedDate, status } = booking;
  const facts: [string, ReactNode][] = [
    [
      'Actual hours',
      actualHours === null ? (status === 'cancelled' ? 'None' : 'Not yet known') : hoursText(actualHours),
    ],
    ...(completedDate
      ? [['Completed', <When key="c" instant={completedDate} />] as [string, ReactNode]]
      : []),
    ['Created', <When key="b" instant={booking.createdAt} />],
    ['Payment', paymentText(booking.payment, booking.unpaidUntil)],
    ...(booking.past ? [['Past their hours', overageText(booking.past)] as [string, string]] : []),
    ...(booking.rating === null
      ? []
      : [
          [
            'Review',
            oneText`${booking.rating} of 5${booking.review ? oneText`: “${booking.review}”` : ''}`,
          ] as [string, string],
        ]),
  ];
  return (
    <Card>
      <h2>Hours and payment</h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
