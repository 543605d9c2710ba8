import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import type { CalendarBooking } from '../../../api/contract/schemas/schedule.ts';
import { request } from '../../lib/api.ts';
import { teamCall, teamKeyOf } from '../../shared/team-api.ts';
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

/** As far as times are offered. */
const daysAhead = 62;

/** The times to which a booking can move, if the business has slots; they are old after a moment. */
export const moveSlotsQuery = (id: string, from: string) =>
  queryOptions<Answer<'listMoveSlots'>>({
    queryKey: ['move-slots', id, from],
    queryFn: ({ signal }) =>
      teamCall('listMoveSlots', { params: { id }, query: { from, days: daysAhead }, signal }),
    staleTime: 30_000,
    refetchOnMount: 'always',
    gcTime: 0,
  });

/** Puts a booking to its new place in every span that was read; then the spans are read again. */
export async function keepPlaced(client: QueryClient, placed: CalendarBooking): Promise<void> {
  await client.cancelQueries({ queryKey: scheduleKey });
  client.setQueriesData<Answer<'readSchedule'>>(
    { queryKey: scheduleKey },
    (schedule) =>
      schedule && {
        ...schedule,
        bookings: schedule.bookings.map((booking) => (booking.id === placed.id ? placed : booking)),
      },
  );
  void client.invalidateQueries({ queryKey: scheduleKey });
}
