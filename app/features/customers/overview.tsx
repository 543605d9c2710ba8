import { bookingStatuses } from '../../../api/contract/schemas/bookings.ts';
import type { Customer } from '../../../api/contract/schemas/customers.ts';
import type { PreferredTime } from '../../../api/contract/schemas/people.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { statusLabels } from '../../shared/bookings/status-badge.tsx';
import { inHours } from '../../shared/hours/hours-line.ts';
import { HoursRing } from '../../shared/hours/hours-ring.tsx';
import { hoursTerms } from '../../shared/hours/terms.ts';
import { May } from '../../shared/may.tsx';
import { planName } from '../../shared/plan-facts.ts';
import { Card } from '../../ui/card.tsx';
import { DataCard } from './data-card.tsx';
import { isGone } from './names.ts';
import { OwedWork } from './owed-work.tsx';
import { planAhead, planOwed } from './plan-words.ts';
import { RefundedHours } from './refunded-hours.tsx';
import { RoleCard } from './role-card.tsx';

const timeLabels: Record<PreferredTime, string> = {
  flexible: 'Flexible',
  morning: 'Morning, 8–12',
  afternoon: 'Afternoon, 12–5',
  evening: 'Evening, 5–8',
};

/** The facts that the team needs at a glance. */
export function Overview({ customer }: { customer: Customer }) {
  return (
    <div className="customer-overview">
      {customer.owedWork && <OwedWork owed={customer.owedWork} />}
      <PlanCard customer={customer} />
      {customer.refundedHours && !isGone(customer) && (
        <RefundedHours customer={customer} refunded={customer.refundedHours} />
      )}
      {customer.preferences && <WishesCard customer={customer} wishes={customer.preferences} />}
      {customer.bookingCounts && <CountsCard counts={customer.bookingCounts} reviews={customer.reviews} />}
      {!isGone(customer) && (
        <May do="roles.give">
          <RoleCard customer={customer} />
        </May>
      )}
      <May do="people.erase">
        <DataCard customer={customer} />
      </May>
    </div>
  );
}

function PlanCard({ customer }: { customer: Customer }) {
  const zone = useZone();
  const { subscription, subscriptionTier: tier } = customer;
  const owed = planOwed(subscription, zone);
  return (
    <Card className="stack" aria-labelledby="customer-plan">
      <h2 id="customer-plan">
        {tier === 'none' ? planName('none') : oneText`${subscription.plan?.name ?? planName(tier)} Plan`}
      </h2>
      {owed && <p className="notice error">{owed}</p>}
      {(tier !== 'none' || customer.remainingHours > 0 || customer.heldHours > 0) && (
        <div className="customer-hours">
          <HoursRing user={customer} />
          <dl className="facts grow">
            {hoursTerms(customer).map(({ name, value }) => (
              <Fact key={name} label={name}>
                {value}
              </Fact>
            ))}
            {customer.hours.overageHours > 0 && (
              <Fact label="Overage this month">{inHours(customer.hours.overageHours)}</Fact>
            )}
          </dl>
        </div>
      )}
      <p>{planAhead(subscription, zone)}</p>
      {subscription.pendingTier && (
        <p role="status">{oneText`The change to ${subscription.pendingPlan?.name ?? planName(subscription.pendingTier)} waits for the customer’s bank.`}</p>
      )}
    </Card>
  );
}

function WishesCard({
  customer,
  wishes: { preferredTime, specialInstructions },
}: {
  customer: Customer;
  wishes: NonNullable<Customer['preferences']>;
}) {
  return (
    <Card className="stack" aria-labelledby="customer-wishes">
      <h2 id="customer-wishes">Good to know</h2>
      <dl className="facts">
        <Fact label="Preferred time">{timeLabels[preferredTime]}</Fact>
        {customer.conciergeContact && (
          <div>
            <dt>Concierge</dt>
            <dd>
              {customer.conciergeTel ? (
                <a href={`tel:${customer.conciergeTel}`}>{customer.conciergeContact}</a>
              ) : (
                <span>{customer.conciergeContact}</span>
              )}
            </dd>
          </div>
        )}
      </dl>
      {specialInstructions ? (
        <blockquote className="customer-words">{specialInstructions}</blockquote>
      ) : (
        <p className="muted">No special instructions.</p>
      )}
    </Card>
  );
}

function CountsCard({
  counts,
  reviews,
}: {
  counts: NonNullable<Customer['bookingCounts']>;
  reviews: Customer['reviews'];
}) {
  const total = bookingStatuses.reduce((sum, status) => sum + counts[status], 0);
  return (
    <Card className="stack" aria-labelledby="customer-counts">
      <h2 id="customer-counts">Bookings</h2>
      <dl className="facts">
        {bookingStatuses.map((status) => (
          <Fact key={status} label={statusLabels[status]}>
            {counts[status]}
          </Fact>
        ))}
        <Fact label="Total">{total}</Fact>
        {reviews && (
          <Fact label="Rating">
            {reviews.average === null
              ? 'None given yet'
              : `${reviews.average.toFixed(1)} of 5, ${reviews.count} ${reviews.count === 1 ? 'review' : 'reviews'}`}
          </Fact>
        )}
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: string | number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
