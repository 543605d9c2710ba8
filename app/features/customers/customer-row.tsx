import { memo } from 'react';
import { Link } from 'react-router-dom';
import { type CustomerLine, mostOpenCounted } from '../../../api/contract/schemas/customers.ts';
import { fullNameOf } from '../../lib/full-name.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { useZone } from '../../lib/session.ts';
import { formatDate } from '../../lib/time/dates.ts';
import { PlanBadge } from '../../shared/plan-badge.tsx';
import { Vouched } from '../../shared/vouched.tsx';
import { initialsOf, isGone } from './names.ts';

/** One person of the list; a tap opens their page. */
export const CustomerRow = memo(function CustomerRow({
  person,
  search,
  selected,
  replace,
}: {
  person: CustomerLine;
  /** The filter of the list; the page's address keeps it for the list beside it. */
  search: string;
  selected: boolean;
  /** Whether the opened page replaces the one before in the history, so that Back leaves the list at once. */
  replace: boolean;
}) {
  return (
    <Link
      className="person"
      to={`${hrefs.adminCustomer(person.id)}${search}`}
      replace={replace}
      aria-current={selected ? 'true' : undefined}
    >
      <span className="initials" aria-hidden="true">
        {initialsOf(person)}
      </span>
      <span className="person-who">
        <span className="person-name">{fullNameOf(person)}</span>
        <span className="muted">{isGone(person) ? 'Account deleted' : <Address email={person.email} />}</span>
        <span className="muted">
          {person.openBookings === undefined ? null : <Bookings person={person} />}
        </span>
      </span>
      <span className="person-marks">
        <Vouched by={person} />
        {person.team && <span className="badge named scheduled">{person.team.name}</span>}
        {person.paymentFailed && <span className="badge cancelled">Payment failed</span>}
        <PlanBadge tier={person.subscriptionTier} />
      </span>
    </Link>
  );
});

/** An address that is too long for a line is broken after the @. */
function Address({ email }: { email: string }) {
  const at = email.indexOf('@') + 1;
  return (
    <>
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </>
  );
}

function Bookings({ person: { openBookings = 0, lastBooking } }: { person: CustomerLine }) {
  const zone = useZone();
  if (!lastBooking) return <span>No bookings yet</span>;
  const last = `last booked ${formatDate(lastBooking.createdAt, zone)}`;
  const open = openBookings > mostOpenCounted ? `${mostOpenCounted}+` : openBookings;
  return <span>{openBookings ? `${open} open, ${last}` : `None open, ${last}`}</span>;
}
