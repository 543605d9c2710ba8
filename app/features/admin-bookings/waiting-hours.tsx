import './overview.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatWhen, inSentence } from '../../lib/time/dates.ts';
import { Vouched } from '../../shared/vouched.tsx';
import { Card } from '../../ui/card.tsx';
import { waitingHoursQuery } from './queries.ts';
import { hoursText, nameOf } from './words.ts';

/** The questions about longer work that wait for their customers; nothing without any. */
export function WaitingHours({ shown }: { shown: boolean }) {
  const zone = useZone();
  const { data } = useQuery({ ...waitingHoursQuery(), enabled: shown });
  if (!data?.items.length) return null;
  const hours = data.items.reduce((sum, item) => sum + item.hours, 0);
  return (
    <Card className="waiting-hours" aria-label="Waiting for agreement">
      <h2>{oneText`Waiting for agreement: ${hoursText(hours)}${data.next && ' and more'}`}</h2>
      <ul>
        {data.items.map((item) => (
          <li key={item.id}>
            <Link to={hrefs.adminBooking(item.bookingId)}>{item.service}</Link>{' '}
            <span className="muted">
              {oneText`${hoursText(item.hours)} · ${nameOf(item.customer)}${item.answerBy && ` · until ${inSentence(formatWhen(item.answerBy, zone))}`}`}
            </span>{' '}
            <Vouched by={item.customer} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
