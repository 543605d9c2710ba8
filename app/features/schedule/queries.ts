import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { request } from '../../lib/api.ts';
import { teamKeyOf } from '../../shared/team-api.ts';
import type { Shown } from './address.ts';
import { spanOf } from './days.ts';

export const scheduleKey = teamKeyOf('readSchedule');

/** The bookings in the calendar. The key begins with the call's path, so that change hints reach every time span. */
export function scheduleQuery(shown: Pick<Shown, 'view' | 'date' | 'cancelled'>, zone: string) {
  const search = new URLSearchParams(spanOf(shown, zone));
  if (shown.cancelled) search.set('cancelled', '1');
  return queryOptions<Answer<'readSchedule'>>({
    queryKey: [...scheduleKey, `?${search}`],
    queryFn: ({ signal }) =>
      request('GET', `${scheduleKey.join('/')}?${search}`, { signal }) as Promise<Answer<'readSchedule'>>,
  });
}

/**
 * Moves a booking to its new place in every span that was read, by the server's answer; then the spans are read
 * again.
 */
export async function keepMoved(client: QueryClient, moved: Answer<'moveBooking'>): Promise<void> {
  await client.cancelQueries({ queryKey: scheduleKey });
  client.setQueriesData<Answer<'readSchedule'>>(
    { queryKey: scheduleKey },
    (schedule) =>
      schedule && {
        ...schedule,
        bookings: schedule.bookings.map((booking) => (booking.id === moved.id ? moved : booking)),
      },
  );
  void client.invalidateQueries({ queryKey: scheduleKey });
}
