import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { teamCall, teamKeyOf } from '../team-api.ts';

/** Notes that a thread's last message needs no answer, so that its customer no longer stands among those who wait. */
export function useWaiveAnswer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ bookingId, messageId }: { bookingId: string; messageId: string }) =>
      teamCall('waiveAnswer', { params: { id: bookingId }, body: { lastSeenId: messageId } }),
    onSuccess: () =>
      toast({ title: 'No answer needed', description: 'The next message will stand here again.' }),
    onError: (error) =>
      toast({
        title: 'That was not noted',
        description:
          error instanceof ApiError && error.status < 500
            ? error.text
            : 'The network did not answer. You can safely try again.',
        style: 'destructive',
      }),
    // Somebody may have written or answered meanwhile.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: teamKeyOf('readToday') }),
        client.invalidateQueries({ queryKey: teamKeyOf('listAllBookings') }),
      ]),
  });
}
