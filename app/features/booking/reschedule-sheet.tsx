import './booking.css';
import './sheets.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BookingDetail } from '../../../api/contract/entities.ts';
import { ApiError, call } from '../../lib/api.ts';
import { formatWhen } from '../../lib/dates.ts';
import { useZone } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { DateTimePicker } from '../../ui/date-time-picker.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.tsx';
import { freeUntilText, inSentence, problemWith, shortNotice } from './consequence.ts';
import { failureText } from './failure.ts';
import { OfflineNote } from './offline-note.tsx';
import { usePreferences } from './preferences.ts';
import { bookingQuery, keepChanged } from './queries.ts';

/** Moves a booking to another time. The chosen time outlives the sheet until the booking has moved. */
export default function RescheduleSheet({
  booking,
  open,
  onClose,
}: {
  booking: BookingDetail;
  open: boolean;
  onClose: () => void;
}) {
  const zone = useZone();
  const client = useQueryClient();
  const [chosen, setChosen] = useState('');
  const [wrong, setWrong] = useState<string>();
  const { preferred } = usePreferences(open);
  const when = useRef<HTMLDivElement>(null);

  const move = useMutation({
    mutationFn: () =>
      call('rescheduleBooking', { params: { id: booking.id }, body: { scheduledDate: chosen } }),
    onSuccess: async (detail) => {
      await keepChanged(client, detail);
      setChosen('');
      onClose();
      const to = detail.scheduledDate && inSentence(formatWhen(detail.scheduledDate, zone));
      toast({
        title: 'Booking moved',
        description: to ? `It is now ${to}.` : 'The team will confirm the time.',
      });
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setWrong(error.fields.scheduledDate);
      if (error.status === 409)
        void client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey, exact: true });
    },
  });
  const choose = (instant: string) => {
    setChosen(instant);
    setWrong(undefined);
    move.reset();
  };
  const send = () => {
    const problem = problemWith(chosen, booking.scheduledDate);
    setWrong(problem);
    if (problem) when.current?.querySelector<HTMLElement>('[role=combobox]')?.focus();
    else move.mutate();
  };
  const late = !booking.changes.mayReschedule;
  const notice = chosen ? shortNotice(chosen, zone) : null;
  const freeUntil = freeUntilText(booking.changes.freeUntil, zone);

  return (
    <Sheet open={open} title="Reschedule" onClose={onClose}>
      <p>
        <strong>{booking.service.name}</strong>
        <br />
        <span className="muted">
          {booking.scheduledDate
            ? `Now ${inSentence(formatWhen(booking.scheduledDate, zone))}`
            : 'To be scheduled'}
        </span>
      </p>
      <div className="terms">
        <p className="terms-main">
          {late
            ? 'This booking can no longer be moved here.'
            : 'Moving costs nothing and never charges you again.'}
        </p>
        <p>
          {late
            ? `${freeUntil ?? ''} Write to the team: they may be able to help.`
            : `${booking.status === 'scheduled' ? 'The team confirms the new time. ' : ''}${freeUntil ?? ''}`}
        </p>
      </div>
      {!late && (
        <div ref={when}>
          <DateTimePicker
            label="New date and time"
            zone={zone}
            value={chosen}
            onChange={choose}
            min={new Date()}
            error={wrong}
            name="scheduledDate"
            preferred={preferred}
          />
        </div>
      )}
      {notice && !late && (
        <p role="status" className="sheet-note">
          {notice}
        </p>
      )}
      {move.error && !wrong && (
        <p role="alert" className="form-notice">
          {failureText(move.error)}
        </p>
      )}
      <OfflineNote kept="The time you choose stays here." />
      <div className="sheet-actions">
        {!late && (
          <Button wide busy={move.isPending} onClick={send}>
            {move.isPending ? 'Moving…' : 'Move Booking'}
          </Button>
        )}
        <Button kind="quiet" wide onClick={onClose}>
          Keep the Time
        </Button>
      </div>
    </Sheet>
  );
}
