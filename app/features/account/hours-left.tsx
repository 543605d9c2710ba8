import './hours.css';
import { useQuery } from '@tanstack/react-query';
import type { HoursNow, User } from '../../../api/contract/entities.ts';
import { tierLabels } from '../../../api/contract/plans.ts';
import { formatDayMonth } from '../../lib/dates.ts';
import { useZone } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { inHours } from './hours-line.ts';
import { hoursQuery } from './queries.ts';

/** Whether somebody's hours are still to be read: how much room they take is not known before. */
export function useHoursPending(user: User, shown: boolean): boolean {
  const { isPending } = useQuery({ ...hoursQuery(), enabled: shown });
  return isPending && hasHours(user);
}

const hasHours = (user: User) =>
  user.subscriptionTier !== 'none' || user.remainingHours > 0 || user.heldHours > 0;

/** Each grant that serves, the first to expire first, and what is held of them; nothing for whoever never had any. */
export function HoursLeft({ user, shown }: { user: User; shown: boolean }) {
  // Asked for around this, which waits for it: asking again here what failed there would never end.
  const { data, error, refetch } = useQuery({ ...hoursQuery(), enabled: shown, retryOnMount: false });
  if (!data) {
    if (!hasHours(user)) return null;
    return error ? (
      <Card aria-label="Where your hours are">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    ) : (
      <Skeleton cards={1} height="9rem" label="Loading your hours" />
    );
  }
  if (!data.grants.length && !data.period) return null;
  return (
    <Card className="stack" aria-labelledby="hours-left">
      <h2 id="hours-left">Where your hours are</h2>
      {data.grants.length ? (
        <ul className="hour-bars">
          {data.grants.map((grant) => (
            <Bar
              key={grant.id}
              grant={grant}
              rolledOver={!data.period || grant.periodEnd <= data.period.start}
            />
          ))}
        </ul>
      ) : (
        <p className="muted">All of this month’s hours are used.</p>
      )}
      {data.heldHours > 0 && (
        <p className="hour-note">
          <span className="legend held" />
          {inHours(data.heldHours)} of these are held by your bookings.
        </p>
      )}
      {data.overageHours > 0 && (
        <p className="hour-note">{inHours(data.overageHours)} were used past your hours this month.</p>
      )}
    </Card>
  );
}

function Bar({ grant, rolledOver }: { grant: HoursNow['grants'][number]; rolledOver: boolean }) {
  const zone = useZone();
  const label = `${tierLabels[grant.tier]}${grant.kind === 'upgrade' ? ' upgrade' : ''}`;
  const part = Math.min(1, grant.remainingHours / grant.grantedHours);
  return (
    <li>
      <p className="hour-bar-head">
        <span>
          {label} <span className="muted">from {formatDayMonth(grant.periodStart, zone)}</span>
        </span>
        <span className="hour-figure">
          {grant.remainingHours} of {inHours(grant.grantedHours)} left
        </span>
      </p>
      <div className="progress" aria-hidden="true">
        <span style={{ width: `${part * 100}%` }} />
      </div>
      <p className="muted">
        {rolledOver && 'rolled over, '}expires {formatDayMonth(grant.expiresAt, zone)}
      </p>
    </li>
  );
}
