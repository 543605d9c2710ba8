import { Link } from 'react-router-dom';
import type { User } from '../../../api/contract/schemas/people.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText, unbroken } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatDayMonth } from '../../lib/time/dates.ts';
import { HoursRing } from '../../shared/hours/hours-ring.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** The hours in one line: free, held, used, and the next to expire. A tap leads to their whole account. */
export function HoursNow({ user }: { user: User }) {
  const zone = useZone();
  const { remainingHours, heldHours, usedHours, expiring } = user;
  const rest = [
    heldHours > 0 && `${heldHours} h held`,
    `${usedHours} h used`,
    expiring &&
      `${expiring.hours} h ${expiring.hours === 1 ? 'expires' : 'expire'} ${formatDayMonth(expiring.at, zone)}`,
  ];
  return (
    <Card className="hours-now" aria-label="Your hours">
      <Link to={hrefs.profile}>
        <HoursRing user={user} />
        <span className="grow">
          <span>
            <b>{oneText`${remainingHours} h`}</b> free to book
          </span>
          <span className="muted">{unbroken(rest.filter(Boolean).join(' · '))}</span>
        </span>
      </Link>
      <ButtonLink href={hrefs.services} size="small" kind="accent">
        Book
      </ButtonLink>
    </Card>
  );
}
