import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { weekdayOf } from '../../../../api/contract/rules/business/opening.ts';
import { useZone } from '../../../lib/session.ts';
import { toLocalInput } from '../../../lib/time/dates.ts';
import type { UsualTime } from '../../../shared/bookings/time/suggested-times.ts';
import { bookingsQuery } from '../queries.ts';

/** Visits that count for a habit. */
const remembered = 12;

/**
 * The habit in a person's visits: the weekday and time that most of the last ones share, or the time alone; `null` if
 * no two share one. Of two habits the newer one counts.
 * @param bookings the newest first
 */
export function usualTimeOf(
  bookings: readonly { status: string; scheduledDate: string | null }[],
  zone: string,
): UsualTime | null {
  const visits = bookings
    .flatMap(({ status, scheduledDate }) => (scheduledDate && status !== 'cancelled' ? [scheduledDate] : []))
    .slice(0, remembered)
    .map((at) => {
      const [day = '', time = ''] = toLocalInput(at, zone).split('T');
      return { weekday: weekdayOf(day), time };
    });
  const shared = (isSame: (a: UsualTime, b: UsualTime) => boolean): UsualTime | undefined => {
    const counts = visits.map((visit) => visits.filter((other) => isSame(visit, other)).length);
    const most = Math.max(0, ...counts);
    return most > 1 ? visits[counts.indexOf(most)] : undefined;
  };
  const whole = shared((a, b) => a.time === b.time && a.weekday === b.weekday);
  const time = whole ?? shared((a, b) => a.time === b.time);
  return whole ?? (time ? { weekday: null, time: time.time } : null);
}

/** The person's habit in visits, which forms offer first; `null` without one, and until the bookings are read. */
export function useUsualTime(wanted: boolean): UsualTime | null {
  const zone = useZone();
  const { data } = useQuery({ ...bookingsQuery(), enabled: wanted });
  return useMemo(() => (data ? usualTimeOf(data, zone) : null), [data, zone]);
}
