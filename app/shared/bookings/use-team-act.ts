import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { teamCall, teamKeyOf } from '../team-api.ts';
import { toldOf } from './chosen-words.ts';

/** An act of the team on bookings: a refusal is shown as a toast, and Today and the list are read again. */
function useTeamAct<Asked, Done>(act: {
  run: (p: Asked) => Promise<Done>;
  onDone: (done: Done) => void;
  /** The title of the toast that says that nothing was done. */
  failed: string;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act.run,
    onSuccess: act.onDone,
    onError: (error) =>
      toast({
        title: act.failed,
        description:
          error instanceof ApiError && error.status < 500
            ? error.text
            : 'The network did not answer. You can safely try again.',
        style: 'destructive',
      }),
    // Somebody else may have changed what is shown, whether this was done or not.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: teamKeyOf('readToday') }),
        client.invalidateQueries({ queryKey: teamKeyOf('listAllBookings') }),
      ]),
  });
}

/** Confirms bookings that wait for the team, in one call, and says what became of each. */
export const useConfirmBookings = (onDone: () => void = () => {}) =>
  useTeamAct({
    run: (ids: readonly string[]) => teamCall('confirmBookings', { body: { ids: [...ids] } }),
    onDone: (results) => {
      toast(toldOf(results, { one: 'Booking confirmed', many: 'bookings confirmed' }));
      onDone();
    },
    failed: 'Failed to confirm',
  });

/** Notes that a thread's last message needs no answer, so that its customer no longer stands among those who wait. */
export const useWaiveAnswer = () =>
  useTeamAct({
    run: ({ bookingId, messageId }: { bookingId: string; messageId: string }) =>
      teamCall('waiveAnswer', { params: { id: bookingId }, body: { lastSeenId: messageId } }),
    onDone: () =>
      toast({ title: 'No answer needed', description: 'The next message will stand here again.' }),
    failed: 'That was not noted',
  });
