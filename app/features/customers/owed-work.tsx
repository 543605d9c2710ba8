import './owed-work.css';
import type { Customer } from '../../../api/contract/schemas/customers.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { inHours } from '../../shared/hours/hours-line.ts';
import { TeamLink } from '../../shared/team-link.tsx';
import { Card } from '../../ui/card.tsx';

/** What their card has not paid of work past their hours. */
export function OwedWork({ owed }: { owed: NonNullable<Customer['owedWork']> }) {
  const more = owed.count - owed.items.length;
  return (
    <Card className="owed-work" aria-labelledby="customer-owed">
      <h2 id="customer-owed">{oneText`Owed past their hours: ${formatMoney(owed.amountCents)}`}</h2>
      <p className="muted">Their card has not paid it. They can pay it under Billing.</p>
      <ul>
        {owed.items.map(({ bookingId, service, hours, amountCents }) => (
          <li key={bookingId}>
            <TeamLink to={hrefs.adminBooking(bookingId)}>{service}</TeamLink>{' '}
            <span className="muted">
              {oneText`${inHours(Number(hours.toFixed(2)))} · ${formatMoney(amountCents)}`}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">{oneText`and ${more} more`}</p>}
    </Card>
  );
}
