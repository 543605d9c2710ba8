import './hours.css';
import { Link } from 'react-router-dom';
import type { HoursLine } from '../../../api/contract/schemas/hours.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatExact } from '../../lib/time/dates.ts';
import { detailOf, inHours, type Reader, signedHours, spokenHours, titleOf } from './hours-line.ts';

/** Movements of hours, each with the balance after it. `bookingHref` is the reader's address of a booking, if they may open it. */
export function StatementLines({
  lines,
  reader,
  bookingHref,
}: {
  lines: readonly HoursLine[];
  reader: Reader;
  bookingHref?: ((id: string) => string) | undefined;
}) {
  return (
    <ul>
      {lines.map((line) => (
        <Line key={line.id} line={line} title={titleOf(line, reader)} bookingHref={bookingHref} />
      ))}
    </ul>
  );
}

function Line({
  line,
  title,
  bookingHref,
}: {
  line: HoursLine;
  title: string;
  bookingHref?: ((id: string) => string) | undefined;
}) {
  const zone = useZone();
  return (
    <li className="statement-line">
      <div className="grow">
        <h3>
          {line.booking && bookingHref ? <Link to={bookingHref(line.booking.id)}>{title}</Link> : title}
        </h3>
        <p className="muted">
          <time dateTime={line.at} title={formatExact(line.at, zone)}>
            {detailOf(line, zone)}
          </time>
        </p>
        {line.reason && (
          <p className="muted" dir="auto">
            {line.reason}
          </p>
        )}
      </div>
      <p className="statement-hours">
        <span aria-hidden="true" className={line.hours > 0 ? 'hour-figure gain' : 'hour-figure'}>
          {signedHours(line.hours)}
        </span>
        <span className="visually-hidden">{oneText`${spokenHours(line.hours)},`}</span>
        <span className="muted">{oneText`balance ${inHours(line.balance)}`}</span>
      </p>
    </li>
  );
}
