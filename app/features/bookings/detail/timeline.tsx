import './timeline.css';
import { oneText } from '../../../lib/one-text.ts';
import { formatExact, formatWhen } from '../../../lib/time/dates.ts';
import { type Life, momentsOf } from './moments.ts';

/** A booking's timeline, moment by moment, the newest last. */
export function Timeline({
  booking,
  zone,
  reader,
}: {
  booking: Life;
  zone: string;
  reader?: 'customer' | 'team';
}) {
  const moments = momentsOf(booking, zone, undefined, reader);
  return (
    <ol className="timeline">
      {moments.map((moment) => (
        <li key={moment.key} className={moment.kind}>
          <p className="moment">{moment.title}</p>
          {moment.text && <p>{moment.text}</p>}
          <p className="muted">
            {moment.who && <span>{oneText`${moment.who} · `}</span>}
            <time dateTime={moment.at} title={formatExact(moment.at, zone)}>
              {formatWhen(moment.at, zone)}
            </time>
          </p>
        </li>
      ))}
    </ol>
  );
}
