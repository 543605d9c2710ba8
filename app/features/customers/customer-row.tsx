import { memo } from 'react';
import { Link } from 'react-router-dom';
import { type CustomerLine, mostOpenCounted } from '../../../api/contract/customers.ts';
import { PlanBadge } from '../../domain/plan-badge.tsx';
import { fullNameOf } from '../../lib/full-name.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { useZone } from '../../lib/session.ts';
import { formatDate } from '../../lib/time/dates.ts';
import { initialsOf, isGone, roleLabels } from './names.ts';

/** One person of the list; a tap opens their page. */
export const CustomerRow = memo(function CustomerRow({
  person,
  search,
  selected,
  replace,
}: {
  person: CustomerLine;
  /** What narrows the list: the address of the page keeps it for the list beside it. */
  search: string;
  selected: boolean;
  /** Whether opening it takes the place of what is open, so that Back leaves the list and not each look. */
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
          <Bookings person={person} />
        </span>
      </span>
      <span className="person-marks">
        {person.role === 'admin' && <span className="badge scheduled">{roleLabels.admin}</span>}
        {person.planStatus === 'past_due' && <span className="badge cancelled">Payment failed</span>}
        <PlanBadge tier={person.subscriptionTier} />
      </span>
    </Link>
  );
});

/** Where it does not fit on a line, it goes on after the at. */
function Address({ email }: { email: string }) {
  const at = email.indexOf('@') + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

function Bookings({ person: { openBookings, lastBooking } }: { person: CustomerLine }) {
  const zone = useZone();
  if (!lastBooking) return 'No bookings yet';
  const last = `last booked ${formatDate(lastBooking.createdAt, zone)}`;
  const open = openBookings > mostOpenCounted ? `${mostOpenCounted}+` : openBookings;
  return openBookings ? `${open} open, ${last}` : `None open, ${last}`;
}
