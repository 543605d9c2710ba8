import '../../shared/hours/hours.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../api/contract/schemas/people.ts';
import { keyOf } from '../../lib/api.ts';
import { oneText } from '../../lib/one-text.ts';
import { GrantBars } from '../../shared/hours/grant-bars.tsx';
import { hasHours } from '../../shared/hours/hours.ts';
import { inHours } from '../../shared/hours/hours-line.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { hoursQuery } from './queries.ts';

/** Whether the hours are still being read: their height on the page is unknown before. */
export function useHoursPending(user: User, shown: boolean): boolean {
  const { isPending } = useQuery({ ...hoursQuery(), enabled: shown });
  return isPending && hasHours(user);
}

/** Each usable grant, the first to expire first, with its held hours; nothing for a person who never had any. */
export function HoursLeft({ user, shown }: { user: User; shown: boolean }) {
  // The surrounding component reads the hours, and waits for them: another read here after a failure would never
  // end.
  const { data, error, refetch } = useQuery({ ...hoursQuery(), enabled: shown, retryOnMount: false });
  const client = useQueryClient();
  // The plan and the plans shown below are read again too, because they show no error of their own.
  const retry = () =>
    Promise.all([
      refetch(),
      ...[keyOf('readSubscription'), keyOf('listPlans')].map((queryKey) =>
        client.refetchQueries({
          queryKey,
          exact: true,
          type: 'active',
          predicate: ({ state }) => state.data === undefined,
        }),
      ),
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
          <span>{oneText`${inHours(data.heldHours)} of these are held by your bookings.`}</span>
        </p>
      )}
      {data.overageHours > 0 && (
        <p className="hour-note">{oneText`${inHours(data.overageHours)} were used past your hours this month.`}</p>
      )}
    </Card>
  );
}
