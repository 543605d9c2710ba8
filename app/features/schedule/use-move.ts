import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CalendarBooking } from '../../../api/contract/schemas/schedule.ts';
import type { AssignmentForm } from '../../../api/contract/schemas/settings/workers.ts';
import { ApiError } from '../../lib/api.ts';
import { useMay } from '../../lib/may.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatWhen, inSentence } from '../../lib/time/dates.ts';
import { teamCall, teamKeyOf } from '../../shared/team-api.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { keepPlaced, scheduleKey } from './queries.ts';

/** A move that waits for the team's confirmation, or for the server's answer. */
export interface Proposed {
  booking: CalendarBooking;
  /** An ISO instant. */
  to: string;
  /** Whether the move also schedules a pending booking. */
  schedule: boolean;
  /** Who makes it, `null` for nobody, in the place of another; left out, it has nobody and stays so. */
  worker?: { id: string | null; name: string | null; insteadOf?: string };
  /** The obstacle for which it was refused, in words, where the person may plan over it. */
  refused?: string;
  /** The reason for which it is done over the obstacle. */
  anyway?: string;
}

/** Whether the team may still move a booking. */
export const isMovable = ({ status }: Pick<CalendarBooking, 'status'>): boolean =>
  status === 'pending' || status === 'scheduled' || status === 'in_progress';

/** Whether a move gives its customer another time, or an answer, of which they are told. */
export const isNews = ({ booking, to, schedule }: Proposed): boolean => to !== booking.startsAt || schedule;

/** Who has a visit keeps it at another time; the reason against it is then theirs. */
export function keeper({ visits: [visit] }: CalendarBooking): Pick<Proposed, 'worker'> {
  return visit ? { worker: { id: visit.workerId, name: null, insteadOf: visit.workerId } } : {};
}

/** A booking where a move puts it. */
export function placed({ booking, to, worker }: Proposed): CalendarBooking {
  const minutes = Date.parse(to) - Date.parse(booking.startsAt);
  const later = (at: string) => new Date(Date.parse(at) + minutes).toISOString();
  // Where it then stands among the others is the server's to say.
  const stays = to === booking.startsAt;
  const visits = booking.visits.map((visit) =>
    stays ? visit : { ...visit, endsAt: later(visit.endsAt), wayMinutes: null, isTight: false },
  );
  if (!worker || worker.id === worker.insteadOf) return { ...booking, startsAt: to, visits };
  const { id, insteadOf } = worker;
  const [given] = visits.filter((visit) => visit.workerId === insteadOf);
  const others = visits.filter((visit) => visit.workerId !== insteadOf && visit.workerId !== id);
  const endsAt = given?.endsAt ?? new Date(Date.parse(to) + booking.minutes * 60_000).toISOString();
  const visit = id === null ? [] : [{ workerId: id, endsAt, wayMinutes: null, isTight: false }];
  return { ...booking, startsAt: to, visits: [...others, ...visit] };
}

const assignmentOf = ({ worker, anyway }: Proposed): AssignmentForm | undefined =>
  worker && {
    workerId: worker.id,
    ...(worker.insteadOf && { insteadOf: worker.insteadOf }),
    ...(anyway && { anyway }),
  };

async function send(proposed: Proposed): Promise<void> {
  const { booking, to, schedule } = proposed;
  const assignment = assignmentOf(proposed);
  const params = { id: booking.id };
  if (isNews(proposed))
    await teamCall('moveBooking', {
      params,
      body: {
        ...{ scheduledDate: to, expectedDate: booking.startsAt, schedule },
        ...(assignment && { assignment }),
      },
    });
  else if (assignment) await teamCall('assignWorker', { params, body: assignment });
}

/**
 * Moves bookings, and gives them to other workers. Each appears at its new place at once, and returns if the move is
 * taken back or refused: the read data stays unchanged until the server answers. Those that follow quickly wait for
 * their turn.
 */
export function useMove(zone: string) {
  const client = useQueryClient();
  const mayOver = useMay()('business.change');
  /** The move that is asked about, or was refused. */
  const [proposed, setProposed] = useState<Proposed | null>(null);
  /** The moves that the server has not answered, in order. */
  const [sent, setSent] = useState<readonly Proposed[]>([]);
  const move = useMutation({
    mutationFn: send,
    scope: { id: 'schedule' },
    onMutate: (wanted) => setSent((all) => [...all, wanted]),
    onSuccess: async (_, moved) => {
      await keepPlaced(client, placed(moved));
      void client.invalidateQueries({ queryKey: teamKeyOf('listCandidates', { id: moved.booking.id }) });
      setProposed((now) => (now === moved ? null : now));
      toast(doneWords(moved, zone));
    },
    onError: (error, wanted) => {
      const obstacle = error instanceof ApiError ? error.fields.workerId : undefined;
      // Another move may be asked about by now.
      const isLatest = proposed === null || proposed === wanted;
      if (obstacle && mayOver && !wanted.anyway && isLatest) setProposed({ ...wanted, refused: obstacle });
      else {
        setProposed((now) => (now === wanted ? null : now));
        toast({ ...refusalWords(error, wanted), style: 'destructive' });
      }
      // The shown state is outdated, or unknown.
      void client.invalidateQueries({ queryKey: scheduleKey });
    },
    onSettled: (_, __, wanted) => setSent((all) => all.filter((one) => one !== wanted)),
  });
  /** The moves that are shown as made, the latest last. */
  const shown = useMemo(
    () => (proposed && proposed.refused === undefined ? [...sent, proposed] : sent),
    [proposed, sent],
  );
  const moving = proposed !== null && sent.includes(proposed);
  const propose = (next: Proposed | null) => {
    if (!moving) setProposed(next);
  };
  return {
    proposed,
    shown,
    moving,
    propose,
    confirm(wanted: Proposed) {
      if (moving) return;
      setProposed(wanted);
      move.mutate(wanted);
    },
    /** Asks before a customer's time changes; another worker is nothing to be asked about. */
    put(dropped: Proposed) {
      if (isNews(dropped)) setProposed(dropped);
      else move.mutate(dropped);
    },
  };
}

function doneWords(moved: Proposed, zone: string): { title: string; description?: string } {
  const { booking, to, worker } = moved;
  if (isNews(moved))
    return {
      title: 'Booking moved',
      description: oneText`${booking.service} is now ${inSentence(formatWhen(to, zone))}${worker?.name && oneText`, with ${worker.name}`}.`,
    };
  return { title: worker?.name ? oneText`${worker.name} comes` : 'Nobody comes any more' };
}

/** A lost answer may have been a success. */
function refusalWords(error: Error, wanted: Proposed): { title: string; description: string } {
  const isMove = isNews(wanted);
  if (error instanceof ApiError && error.status < 500)
    return {
      title: isMove ? 'The booking was not moved' : 'Nobody was assigned',
      description: error.text,
    };
  return {
    title: isMove ? 'No answer to the move' : 'No answer to the change',
    description: isMove
      ? 'We could not learn whether it was moved. Please look again.'
      : 'We could not learn whether it was changed. Please look again.',
  };
}
