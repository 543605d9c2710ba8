import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import { call } from '../../../lib/api.ts';
import { keepChanged } from '../../../lib/cache/keep-changed.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { useZone } from '../../../lib/session.ts';
import { formatDay, inSentence } from '../../../lib/time/dates.ts';
import { windowWords } from '../../../shared/bookings/time/time-slots.ts';
import { visitTime } from '../../../shared/bookings/visit-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { failureText } from '../failure.ts';
import { bookingQuery } from '../queries.ts';

type Times = NonNullable<BookingDetail['timeTaken']>;

/** A paid booking whose chosen time somebody else had by then: the nearest free times, each the booking's in one tap. */
export default function TakenTimeCard({ booking, times }: { booking: BookingDetail; times: Times }) {
  const client = useQueryClient();
  const zone = useZone();
  const online = useOnline();
  const { id, scheduledDate } = booking;
  const take = useMutation({
    mutationFn: async (start: string) => {
      const body = { serviceId: booking.service.id, start, bookingId: id };
      const { id: holdId } = await call('createHold', { body });
      return call('rescheduleBooking', {
        params: { id },
        body: { scheduledDate: start, expectedDate: scheduledDate, holdId },
      });
    },
    onSuccess: async (detail) => {
      await keepChanged(client, detail);
      toast({ title: 'Booked', description: `We come ${inSentence(visitTime(detail, zone))}.` });
    },
    onError: () => void client.invalidateQueries({ queryKey: bookingQuery(id).queryKey, exact: true }),
  });
  return (
    <Card className="ask-review">
      <h2>This time was taken</h2>
      <p className="muted">
        {oneText`It was no longer kept for you when it was to become yours, and somebody else had it. ${times.length ? 'Nothing is lost: one of these is yours at once.' : 'No time near it is free.'} Otherwise the team answers your wish; moving and cancelling cost nothing.`}
      </p>
      {times.map((time) => (
        <Button
          key={time.start}
          wide
          kind="quiet"
          off={!online}
          busy={take.isPending && take.variables === time.start}
          onClick={() => online && !take.isPending && take.mutate(time.start)}
        >
          {oneText`Take ${inSentence(formatDay(time.start, zone))}, ${windowWords(time, zone)}`}
        </Button>
      ))}
      {take.error && (
        <p role="alert" className="form-notice">
          {failureText(take.error)}
        </p>
      )}
    </Card>
  );
}
