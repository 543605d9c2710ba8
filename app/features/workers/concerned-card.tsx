import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatWhen, inSentence } from '../../lib/time/dates.ts';
import { Card } from '../../ui/card.tsx';
import { concernedQuery } from './queries.ts';

/** The visits to come that the worker can no longer make, each with a link to where that is settled. */
export function ConcernedCard({ id, shown }: { id: string; shown: boolean }) {
  const zone = useZone();
  const { data } = useQuery({ ...concernedQuery(id), enabled: shown });
  if (!data || data.visits.length === 0) return null;
  return (
    <Card className="stack" role="status" aria-labelledby="worker-concerned">
      <h2 id="worker-concerned">
        {data.visits.length === 1
          ? 'A visit needs somebody else'
          : `${data.visits.length} visits need somebody else`}
      </h2>
      <ul className="worker-rows">
        {data.visits.map(({ bookingId, service, startsAt, reason, todo }) => (
          <li key={bookingId}>
            <span className="grow">
              <Link to={hrefs.adminBooking(bookingId)} dir="auto">
                {oneText`${service}, ${inSentence(formatWhen(startsAt, zone))}`}
              </Link>
              <span className="concerned-why muted">{`${reason}. ${todo}.`}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
