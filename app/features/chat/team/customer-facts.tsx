import './inbox.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { hrefs } from '../../../lib/hrefs.ts';
import { useZone } from '../../../lib/session.ts';
import { formatWhen } from '../../../lib/time/dates.ts';
import { StatusBadge } from '../../../shared/bookings/status-badge.tsx';
import { hoursTerms } from '../../../shared/hours/terms.ts';
import { May } from '../../../shared/may.tsx';
import { PlanBadge } from '../../../shared/plan-badge.tsx';
import { Vouched } from '../../../shared/vouched.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { customerQuery, lastBookingsQuery } from './queries.ts';

const times = {
  flexible: 'Flexible',
  morning: 'Morning (8-12)',
  afternoon: 'Afternoon (12-5)',
  evening: 'Evening (5-8)',
} as const;

/** The facts that the team needs to answer a customer: plan, hours, preferences, last bookings. */
export function CustomerFacts({ id, shown }: { id: string; shown: boolean }) {
  const { data: customer, error, refetch } = useQuery({ ...customerQuery(id), enabled: shown });
  if (!customer)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton cards={2} height="8rem" label="Reading who it is" />
    );
  const { preferences } = customer;
  return (
    <div className="customer-facts">
      <section aria-label="Who" className="row wrap">
        <PlanBadge tier={customer.subscriptionTier} />
        <p className="muted">{customer.email}</p>
        <Vouched by={customer} />
      </section>
      <dl className="facts">
        {customer.subscriptionTier === 'none' ? (
          <div>
            <dt>Plan</dt>
            <dd>No Subscription</dd>
          </div>
        ) : (
          hoursTerms(customer).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))
        )}
        {customer.paymentFailed && (
          <div>
            <dt>Payment</dt>
            <dd>
              <span className="badge cancelled">Failed</span>
            </dd>
          </div>
        )}
        {preferences && (
          <div>
            <dt>Preferred time</dt>
            <dd>{times[preferences.preferredTime]}</dd>
          </div>
        )}
        {preferences?.specialInstructions && (
          <div>
            <dt>Instructions</dt>
            <dd>{preferences.specialInstructions}</dd>
          </div>
        )}
      </dl>
      <May do="bookings.read">
        <LastBookings id={id} email={customer.email} shown={shown} />
      </May>
      <ButtonLink href={hrefs.adminCustomer(id)} kind="quiet" size="small" wide>
        All about them
      </ButtonLink>
    </div>
  );
}

function LastBookings({ id, email, shown }: { id: string; email: string; shown: boolean }) {
  const zone = useZone();
  const { data } = useQuery({ ...lastBookingsQuery(id), enabled: shown });
  const customerBookings = data?.filter(({ user }) => user.email === email) ?? [];
  return (
    <section>
      <h3>Last bookings</h3>
      {!data ? (
        <Skeleton cards={1} height="5rem" label="Reading the bookings" />
      ) : customerBookings.length ? (
        <ul className="customer-bookings">
          {customerBookings.map((booking) => (
            <li key={booking.id}>
              <Link to={hrefs.adminBooking(booking.id)}>
                <span className="grow">
                  <span className="customer-booking">{booking.service.name}</span>{' '}
                  {booking.scheduledDate && (
                    <span className="muted">{formatWhen(booking.scheduledDate, zone)}</span>
                  )}
                </span>
                <StatusBadge status={booking.status} />
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">None yet</p>
      )}
    </section>
  );
}
