import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { teamCall, teamKeyOf } from '../team-api.ts';
import { toldOf } from './chosen-words.ts';

/** Confirms bookings that wait for the team, in one call, and says what became of each. */
export function useConfirmBookings(onDone: () => void = () => {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) => teamCall('confirmBookings', { body: { ids: [...ids] } }),
    onSuccess: (results) => {
      toast(toldOf(results, { one: 'Booking confirmed', many: 'bookings confirmed' }));
      onDone();
    },
    onError: (error) =>
      toast({
        title: 'Failed to confirm',
        description:
          error instanceof ApiError && error.status < 500
            ? error.text
            : 'The network did not answer. You can safely try again.',
        style: 'destructive',
      }),
    // What stood there may be outdated, whether it was done or not.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: teamKeyOf('readToday') }),
        client.invalidateQueries({ queryKey: teamKeyOf('listAllBookings') }),
      ]),
  });
}
