import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScheduledBooking } from '../../../api/contract/schemas/schedule.ts';
import { ApiError } from '../../lib/api.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatWhen, inSentence } from '../../lib/time/dates.ts';
import { teamCall } from '../../shared/team-api.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { keepMoved, scheduleKey } from './queries.ts';

/** A move that waits for the team's confirmation, or for the server's answer. */
export interface Proposed {
  booking: ScheduledBooking;
  /** An ISO instant. */
  to: string;
  /** Whether the move also schedules a pending booking. */
  schedule: boolean;
}

/** Whether the team may still move a booking. */
export const isMovable = ({ status }: ScheduledBooking): boolean =>
  status === 'pending' || status === 'scheduled' || status === 'in_progress';

/**
 * Moves a booking. It appears at its new place at once, and returns if the move is taken back or refused: the read
 * data stays unchanged until the server answers.
 */
export function useMove(zone: string) {
  const client = useQueryClient();
  const [proposed, propose] = useState<Proposed | null>(null);
  const move = useMutation({
    mutationFn: ({ booking, to, schedule }: Proposed) =>
      teamCall('moveBooking', {
        params: { id: booking.id },
        body: { scheduledDate: to, expectedDate: booking.startsAt, schedule },
      }),
    onSuccess: async (moved) => {
      await keepMoved(client, moved);
      propose(null);
      toast({
        title: 'Booking moved',
        description: oneText`${moved.service} is now ${inSentence(formatWhen(moved.startsAt, zone))}.`,
      });
    },
    onError: (error) => {
      propose(null);
      toast({ ...wordsOf(error), style: 'destructive' });
      // The shown state is outdated, or unknown.
      void client.invalidateQueries({ queryKey: scheduleKey });
    },
  });
  return {
    proposed,
    moving: move.isPending,
    propose: (next: Proposed | null) => {
      if (!move.isPending) propose(next);
    },
    confirm: (wanted: Proposed) => {
      if (move.isPending) return;
      propose(wanted);
      move.mutate(wanted);
    },
  };
}

/** A lost answer may have been a success. */
const wordsOf = (error: Error): { title: string; description: string } =>
  error instanceof ApiError && error.status < 500
    ? { title: 'The booking was not moved', description: error.text }
    : {
        title: 'No answer to the move',
        description: 'We could not learn whether it was moved. Please look again.',
      };
