import { Link } from 'react-router-dom';
import type { OutsideBookings } from '../../../api/contract/schemas/business.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatWhen, inSentence } from '../../lib/time/dates.ts';
import { Card } from '../../ui/card.tsx';

/** Leads from the button that publishes to the bookings that the change concerns, which stand further up. */
export function OutsideNotice({ draft }: { draft: OutsideBookings | null | undefined }) {
  if (!draft || draft.bookings.length === 0) return null;
  const { length } = draft.bookings;
  const count = draft.more ? oneText`More than ${length}` : String(length);
  return (
    <p role="status">
      <span>{oneText`${count} ${length === 1 ? 'open booking' : 'open bookings'} would lie outside.`}</span>{' '}
      <button
        type="button"
        className="link-button"
        onClick={() => {
          const list = document.getElementById(listId);
          list?.scrollIntoView({ block: 'center' });
          list?.focus();
        }}
      >
        {length === 1 ? 'See It' : 'See Them'}
      </button>
    </p>
  );
}

const listId = 'business-outside';

/**
 * The open bookings at times or places at which no new one can be made.
 * @param draft those of the changes not yet published; `undefined` without such changes, `null` until they are known
 */
export function Outside({
  draft,
  published,
}: {
  draft: OutsideBookings | null | undefined;
  published: OutsideBookings;
}) {
  const zone = useZone();
  if (draft === null)
    return (
      <p role="status" className="muted">
        Looking for bookings outside of these hours…
      </p>
    );
  const { bookings, more } = draft ?? published;
  if (bookings.length === 0)
    return draft ? (
      <p role="status" className="muted">
        No open booking lies outside of these hours and this area.
      </p>
    ) : null;
  return (
    <Card className="stack" aria-labelledby={listId}>
      <h2 id={listId} tabIndex={-1}>
        {draft ? 'Bookings that would lie outside' : 'Bookings that lie outside'}
      </h2>
      <p>They stay as they are until somebody changes them.</p>
      <ul className="closed-days">
        {bookings.map((one) => (
          <li key={one.id}>
            <span className="grow">
              <Link to={hrefs.adminBooking(one.id)}>
                {oneText`${one.service}, ${inSentence(formatWhen(one.scheduledDate, zone))}`}
              </Link>
              <span className="outside-why muted" dir="auto">
                {one.reason}
              </span>
              <span className="outside-why">{`${one.todo}.`}</span>
            </span>
          </li>
        ))}
      </ul>
      {more && <p className="muted">There are more. The bookings’ page has all of them.</p>}
    </Card>
  );
}
