import '../../domain/hours/hours.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../api/contract/entities.ts';
import { GrantBars } from '../../domain/hours/grant-bars.tsx';
import { inHours } from '../../domain/hours/hours-line.ts';
import { keyOf } from '../../lib/api.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
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
  const client = useQueryClient();
  // What of the plan stands below and could not be read either says nothing of its own.
  const retry = () =>
    Promise.all([
      refetch(),
      client.refetchQueries({
        queryKey: keyOf('readSubscription'),
        exact: true,
        type: 'active',
        predicate: ({ state }) => state.data === undefined,
      }),
    ]);
  if (!data) {
    if (!hasHours(user)) return null;
    return error ? (
      <Card aria-label="Where your hours are">
        <ErrorState error={error} onRetry={() => void retry()} />
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
        <GrantBars grants={data.grants} period={data.period} />
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
