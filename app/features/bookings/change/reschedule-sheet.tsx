import '../booking.css';
import '../sheets.css';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import { useUser, useZone } from '../../../lib/session.ts';
import { formatWhen, inSentence } from '../../../lib/time/dates.ts';
import { useQueuedChanges } from '../../../pwa/unsent/outbox.ts';
import { QueueNote } from '../../../pwa/unsent/queue-note.tsx';
import type { Change } from '../../../pwa/unsent/work.ts';
import { DateTimePicker } from '../../../shared/bookings/time/date-time-picker.tsx';
import { whyNotAt } from '../../../shared/bookings/time/why-not-at.ts';
import { useOpening } from '../../../shared/business/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { Note } from '../../../ui/note.tsx';
import { freeUntilText, problemWith, shortNotice } from '../consequence.ts';
import { failureText, hasCode } from '../failure.ts';
import { useUsualTime } from '../form/usual-time.ts';
import { usePreferences } from '../preferences.ts';
import { bookingQuery } from '../queries.ts';
import { confirmsNewTime } from './change.ts';
import { useChange } from './use-change.ts';

/** The chosen time. An earlier wish is chosen already, if it is still possible. */
function useChosen(booking: BookingDetail, open: boolean) {
  const [chosen, setChosen] = useState('');
  const refused = useQueuedChanges(booking.id).findLast(
    (e) => e.state === 'failed' && e.work.kind === 'reschedule',
  )?.work;
  const wanted = refused?.kind === 'reschedule' ? refused.to : '';
  const [wasOpen, setWasOpen] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open && !chosen && !problemWith(wanted, booking.scheduledDate)) setChosen(wanted);
  }
  return [chosen, setChosen] as const;
}

/** Moves a booking to another time. The chosen time survives the sheet until the booking has moved. */
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
  const [chosen, setChosen] = useChosen(booking, open);
  const [wrong, setWrong] = useState<string>();
  const { preferred } = usePreferences(open);
  const opening = useOpening(open);
  const { user } = useUser();
  const usual = useUsualTime(open);
  const when = useRef<HTMLDivElement>(null);

  const move = useChange<Extract<Change, { kind: 'reschedule' }>>(booking.id, {
    open,
    onClose,
    onDone: () => setChosen(''),
    onError: (error) => {
      if (hasCode(error, 'invalid_input')) setWrong(error.message);
      else void client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey, exact: true });
    },
  });
  const choose = (instant: string) => {
    setChosen(instant);
    setWrong(undefined);
    move.reset();
  };
  const send = () => {
    const problem =
      problemWith(chosen, booking.scheduledDate) ?? whyNotAt(chosen, zone, opening) ?? undefined;
    setWrong(problem);
    if (problem) when.current?.querySelector<HTMLElement>('[role=combobox]')?.focus();
    else if (!move.isPending) move.mutate({ kind: 'reschedule', from: booking.scheduledDate, to: chosen });
  };
  const { noticeHours = 0 } = booking;
  const late = !booking.changes.mayReschedule;
  const notice = chosen ? shortNotice(chosen, zone) : null;

  return (
    <Sheet open={open} title="Reschedule" onClose={onClose}>
      <WhichBooking booking={booking} />
      <Terms booking={booking} late={late} />
      {!late && (
        <div ref={when}>
          <DateTimePicker
            label="New date and time"
            zone={zone}
            value={chosen}
            onChange={choose}
            noticeHours={noticeHours}
            rights={booking.paymentType === 'subscription' ? user?.plan?.rights : undefined}
            usual={usual}
            unfolded
            error={wrong}
            name="scheduledDate"
            preferred={preferred}
            opening={opening}
          />
        </div>
      )}
      {notice && !late && <Note role="status">{notice}</Note>}
      {move.error && !wrong && (
        <p role="alert" className="form-notice">
          {failureText(move.error)}
        </p>
      )}
      <QueueNote />
      <div className="sheet-actions">
        {!late && (
          <Button wide busy={move.isPending} onClick={send}>
            {move.isPending ? 'Moving…' : 'Move Booking'}
          </Button>
        )}
        <Button kind="quiet" wide onClick={move.keepAsItIs}>
          Keep the Time
        </Button>
      </div>
    </Sheet>
  );
}

function Terms({ booking, late }: { booking: BookingDetail; late: boolean }) {
  const zone = useZone();
  const freeUntil = freeUntilText(booking.changes.freeUntil, zone);
  return (
    <div className="terms">
      <p className="terms-main">
        {late
          ? 'This booking can no longer be moved here.'
          : 'Moving costs nothing and never charges you again.'}
      </p>
      <p>
        {late
          ? `${freeUntil ?? ''} Write to the team: they may be able to help.`
          : `${booking.status === 'scheduled' ? `${confirmsNewTime} ` : ''}${freeUntil ?? ''}`}
      </p>
    </div>
  );
}

function WhichBooking({ booking }: { booking: BookingDetail }) {
  const zone = useZone();
  return (
    <p>
      <strong>{booking.service.name}</strong>
      <br />
      <span className="muted">
        {booking.scheduledDate
          ? `Now ${inSentence(formatWhen(booking.scheduledDate, zone))}`
          : 'To be scheduled'}
      </span>
    </p>
  );
}
