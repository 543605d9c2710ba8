import '../booking.css';
import '../sheets.css';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import { useUser, useZone } from '../../../lib/session.ts';
import { inSentence } from '../../../lib/time/dates.ts';
import { useQueuedChanges } from '../../../pwa/unsent/outbox.ts';
import { QueueNote } from '../../../pwa/unsent/queue-note.tsx';
import type { Change } from '../../../pwa/unsent/work.ts';
import { DateTimePicker } from '../../../shared/bookings/time/date-time-picker.tsx';
import { whyNotAt } from '../../../shared/bookings/time/why-not-at.ts';
import { visitTime } from '../../../shared/bookings/visit-time.ts';
import { useOpening } from '../../../shared/business/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { Note } from '../../../ui/note.tsx';
import { freeUntilText, problemWith, shortNotice } from '../consequence.ts';
import { failureText, hasCode } from '../failure.ts';
import { useUsualTime } from '../form/usual-time.ts';
import { usePreferences } from '../preferences.ts';
import { bookingQuery } from '../queries.ts';
import { forgetKept, handOn, takeBack } from '../slots/kept-time.ts';
import { SlotField } from '../slots/slot-field.tsx';
import { type SlotChoice, useSlot } from '../slots/use-slot.ts';
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

  const late = !booking.changes.mayReschedule;
  const [isWish, setWish] = useState(false);

  const move = useChange<Extract<Change, { kind: 'reschedule' }>>(booking.id, {
    open,
    onClose,
    onDone: () => {
      forgetKept();
      setChosen('');
    },
    onError: (error) => {
      takeBack({ serviceId: booking.service.id, bookingId: booking.id });
      if (hasCode(error, 'slot_taken')) slot.lose();
      if (hasCode(error, 'invalid_input')) setWrong(error.message);
      else void client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey, exact: true });
    },
  });
  const choose = (instant: string) => {
    setChosen(instant);
    setWrong(undefined);
    move.reset();
  };
  // A request without a price, and a booking that nobody has paid, wish for their time.
  const mayChoose = booking.paymentType !== 'custom_quote' && !booking.unpaidUntil;
  const slot = useSlot({
    ...{ serviceId: booking.service.id, bookingId: booking.id, postcode: '', value: chosen, isWish },
    isOpen: open && !late && mayChoose,
    isSending: move.isPending,
    onChange: (given) => {
      if (given.scheduledDate !== undefined) choose(given.scheduledDate);
      if (given.isWish !== undefined) setWish(given.isWish);
    },
  });
  const send = async () => {
    const problem =
      problemWith(chosen, booking.scheduledDate) ?? whyNotAt(chosen, zone, opening) ?? undefined;
    setWrong(problem);
    if (problem) return when.current?.querySelector<HTMLElement>('[role=combobox]')?.focus();
    if (move.isPending) return;
    try {
      const holdId = await slot.holdId();
      handOn('change');
      move.mutate({
        kind: 'reschedule',
        from: booking.scheduledDate,
        to: chosen,
        ...(holdId && { holdId, windowMinutes: slot.windowMinutes }),
      });
    } catch {
      // The field says why the time is not kept.
    }
  };
  const { noticeHours = 0 } = booking;
  const notice = chosen ? shortNotice(chosen, zone) : null;

  return (
    <Sheet open={open} title="Reschedule" onClose={onClose}>
      <WhichBooking booking={booking} />
      <Terms booking={booking} late={late} isChosen={slot.mode === 'choose'} />
      {!late && (
        <div ref={when} className="stack">
          <SlotField
            {...{ zone, usual, preferred, value: chosen, onChange: choose, error: wrong }}
            slot={withoutTime(slot, booking.scheduledDate)}
            label="New arrival time"
            name="scheduledDate"
          >
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
          </SlotField>
        </div>
      )}
      {notice && !late && <Note role="status">{notice}</Note>}
      {move.error && !wrong && !hasCode(move.error, 'slot_taken') && (
        <p role="alert" className="form-notice">
          {failureText(move.error)}
        </p>
      )}
      <QueueNote />
      <div className="sheet-actions">
        {!late && (
          <Button wide busy={move.isPending} onClick={() => void send()}>
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

/** The choice without the booking's present time, to which nothing is moved. */
const withoutTime = (slot: SlotChoice, present: string | null): SlotChoice => ({
  ...slot,
  times: slot.times?.filter(({ start }) => start !== present),
});

function Terms({
  booking,
  late,
  isChosen,
}: {
  booking: BookingDetail;
  late: boolean;
  /** Whether the new time is a free one, which nobody needs to confirm. */
  isChosen: boolean;
}) {
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
          : `${booking.status === 'scheduled' && !isChosen ? `${confirmsNewTime} ` : ''}${freeUntil ?? ''}`}
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
        {booking.scheduledDate ? `Now ${inSentence(visitTime(booking, zone))}` : 'To be scheduled'}
      </span>
    </p>
  );
}
