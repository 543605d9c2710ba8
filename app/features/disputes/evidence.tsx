import { useQuery } from '@tanstack/react-query';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatWhen } from '../../lib/time/dates.ts';
import { statusLabels } from '../../shared/bookings/status-badge.tsx';
import { labelOf } from '../../shared/label-of.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { disputeQuery } from './queries.ts';

/** The evidence for an answer to the bank: times, completion, messages; for a plan the work that used its hours. */
export function Evidence({ id, shown }: { id: string; shown: boolean }) {
  const zone = useZone();
  const query = useQuery({ ...disputeQuery(id), enabled: shown });
  if (!query.data)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton cards={1} label="Reading the evidence" />
    );
  const { bookedAt, scheduledDate, completedAt, actualHours, steps, messages, work } = query.data.evidence;
  const when = (at: string | null) => (at ? formatWhen(at, zone) : '–');
  return (
    <div className="dispute-evidence">
      {bookedAt && (
        <dl className="facts">
          <div>
            <dt>Booked</dt>
            <dd>{when(bookedAt)}</dd>
          </div>
          <div>
            <dt>Scheduled for</dt>
            <dd>{when(scheduledDate)}</dd>
          </div>
          <div>
            <dt>Completed</dt>
            <dd>{completedAt ? `${when(completedAt)}, ${actualHours ?? 0} h` : 'Not completed'}</dd>
          </div>
        </dl>
      )}
      <Lines
        title="Timeline"
        lines={steps.map(
          ({ at, to, by }) => `${when(at)}: ${labelOf(statusLabels, to)}${by ? `, by the ${by}` : ''}`,
        )}
      />
      <Lines
        title="Messages"
        lines={messages.map(
          ({ at, from, text, photos }) =>
            oneText`${when(at)}, ${from === 'team' ? 'the team' : 'the customer'}: ${text}${photos ? ` (${photos} photos)` : ''}`,
        )}
      />
      <Lines
        title="Work done with these hours"
        lines={work.map(({ at, service, hours }) => oneText`${when(at)}: ${service}, ${hours} h`)}
      />
      {!bookedAt && !work.length && <p className="muted">None of these hours have been used.</p>}
    </div>
  );
}

function Lines({ title, lines }: { title: string; lines: string[] }) {
  if (!lines.length) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
