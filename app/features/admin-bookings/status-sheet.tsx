import './sheets.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { AdminBooking } from '../../../api/contract/admin-booking-calls.ts';
import { type BookingStatus, bookingStatuses, type PaymentType } from '../../../api/contract/entities.ts';
import { reasonLimits } from '../../../api/contract/extra-hours-terms.ts';
import { StatusBadge, statusLabels } from '../../domain/bookings/status-badge.tsx';
import { call, keyOf } from '../../lib/api.ts';
import { useZone } from '../../lib/session.ts';
import { formatWhen } from '../../lib/time/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextAreaField } from '../../ui/fields/field.tsx';
import { HoursField } from '../../ui/fields/hours-field.tsx';
import { useLooked } from '../../ui/hooks/use-looked.ts';
import { useSettled } from '../../ui/hooks/use-settled.ts';
import { Note, OfflineNote } from '../../ui/note.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { askedOf, tookOf } from './longer.ts';
import { bookingsAreOld, consequenceQuery, failureText, isConflict } from './queries.ts';
import { consequenceLines, firstNameOf, hoursText, nameOf } from './words.ts';

const hoursLimits = { min: 0, max: 100, step: 0.5 } as const;

/**
 * Sets a booking's status (spec §2). What that would do stands above the button, from the server, which finds it by
 * doing it and taking it back; the button sends what the booking was when that was found, and the server does nothing
 * if it is something else by then. What another administrator changed meanwhile is said, and nothing chosen is lost.
 */
export default function StatusSheet({
  booking,
  begins,
  open,
  onClose,
}: {
  booking: AdminBooking;
  /** The status that is chosen at first; the booking's own unless told. */
  begins?: BookingStatus;
  open: boolean;
  onClose: () => void;
}) {
  const zone = useZone();
  const client = useQueryClient();
  const group = useId();
  const [chosen, setChosen] = useState<BookingStatus>(begins ?? booking.status);
  const [hours, setHours] = useState(tookOf(booking));
  /** What it was when the dialog was opened, or what was heard since that it is. */
  const [current, setCurrent] = useState(booking.status);
  /** How it is to be paid, as what is shown was found with. */
  const [payment, setPayment] = useState<PaymentType>();
  /** What the list said last: of a row that has left it, that is of before. */
  const [listed, setListed] = useState(booking.status);
  /** For the customer, of work that took longer. */
  const [reason, setReason] = useState('');
  const [missed, setMissed] = useState(false);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const [overtaken, setOvertaken] = useState(false);

  // Opened anew, it begins with what the booking is then; while it is open, a change of that is said instead.
  const begin = useEffectEvent(() => {
    setChosen(begins ?? booking.status);
    setHours(tookOf(booking));
    setCurrent(booking.status);
    setPayment(undefined);
    setReason('');
    setMissed(false);
    setOvertaken(false);
  });
  useEffect(() => {
    if (open) begin();
  }, [open]);

  const completes = chosen === 'completed';
  const given = Number.isFinite(hours) && hours >= hoursLimits.min && hours <= hoursLimits.max;
  const wanted = completes && given ? hours : null;
  const longer = askedOf(booking, wanted ?? 0, current);
  const why = reason.trim();
  // Who is asked about just these hours already has a reason.
  const isWhyMissing = longer.isLonger && !(longer.isAsked && why === '') && why.length < reasonLimits.min;
  const settled = useSettled(wanted);
  const asks = open && (chosen !== current || completes) && (!completes || given);
  const found = useQuery({
    ...consequenceQuery(booking.id, chosen, completes ? settled : null),
    enabled: asks && settled === wanted,
  });
  // What is shown belongs to what is chosen; while that is looked up nothing is.
  const told = asks && settled === wanted && !found.isFetching ? found.data : undefined;
  const isCorrected = completes && wanted !== tookOf(booking);
  const same = chosen === current && !isCorrected && !(longer.isLonger && why);

  const save = useMutation({
    mutationFn: () =>
      call('setBookingStatus', {
        params: { id: booking.id },
        body: {
          status: chosen,
          seenStatus: current,
          ...(payment && { seenPayment: payment }),
          ...(wanted !== null && { actualHours: wanted }),
          ...(longer.isLonger && why && { reason: why }),
        },
      }),
    // The opening that it was sent from, even if the dialog has been opened anew by the time of the answer.
    onMutate: () => onClose,
    onSuccess: async (_, __, close) => {
      close();
      toast({ title: 'Status updated successfully' });
      await refresh();
    },
    onError: async (error) => {
      if (!isConflict(error))
        toast({ title: 'Failed to update status', description: failureText(error), style: 'destructive' });
      await refresh();
      // Said with what it is now.
      if (isConflict(error)) setOvertaken(true);
    },
  });
  const hear = (status: BookingStatus) => {
    if (status === current) return;
    setCurrent(status);
    // Of what is being saved here the answer tells.
    setOvertaken(open && !save.isPending);
  };
  if (booking.status !== listed) {
    setListed(booking.status);
    hear(booking.status);
  }
  if (told) hear(told.from);
  // What its customer pays meanwhile may leave its status as it is.
  if (told && told.paymentType !== payment) {
    setPayment(told.paymentType);
    if (payment) setOvertaken(open && !save.isPending);
  }
  // With what it would do: that may come later than the news.
  const looked = useLooked(overtaken && told ? `${current} ${payment}` : null);
  const refresh = async () => {
    await Promise.all([
      bookingsAreOld(client),
      client.invalidateQueries({ queryKey: keyOf('readBooking', { id: booking.id }), exact: true }),
    ]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (same || !told || !looked || save.isPending) return;
    if (isWhyMissing) {
      setMissed(true);
      reasonField.current?.focus();
      return;
    }
    setOvertaken(false);
    save.mutate();
  };

  return (
    <Sheet open={open} title="Update Status" onClose={onClose}>
      <form className="stack roomy" noValidate onSubmit={submit}>
        <p>
          <strong>{booking.service.name}</strong>
          <br />
          <span className="muted">
            {nameOf(booking.customer)} ·{' '}
            {booking.scheduledDate ? formatWhen(booking.scheduledDate, zone) : 'To be scheduled'}
          </span>
        </p>
        {overtaken && (
          <Note role="alert">
            Somebody else has changed this booking meanwhile: it is {statusLabels[current]} now. What you
            chose is still here; please look again before you confirm.
          </Note>
        )}
        <fieldset className="status-choices">
          <legend>Status</legend>
          {bookingStatuses.map((status) => (
            <label key={status}>
              <input
                type="radio"
                name={group}
                value={status}
                checked={chosen === status}
                onChange={() => setChosen(status)}
              />
              <StatusBadge status={status} />
              {status === current && <span className="muted">Now</span>}
            </label>
          ))}
        </fieldset>
        {completes && (
          <HoursField
            label="Actual hours"
            hint={`Estimated: ${hoursText(booking.estimatedHours)}`}
            error={given ? undefined : 'Please give the hours that the work took, 0 to 100'}
            name="actualHours"
            limits={hoursLimits}
            value={hours}
            onChange={setHours}
          />
        )}
        {longer.isLonger && (
          <TextAreaField
            label="Why it took longer"
            hint={
              longer.isAsked
                ? 'Its customer is asked already. Another reason asks anew.'
                : `${firstNameOf(booking.customer)} reads it, and agrees or declines.`
            }
            error={missed && isWhyMissing ? 'Please say in a few words why it took longer' : undefined}
            name="reason"
            rows={3}
            maxLength={reasonLimits.max}
            ref={reasonField}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        <div className="consequence" role="status" aria-busy={asks && !told && !found.error}>
          {same ? (
            <p className="muted">
              Choose what the booking becomes. What that means is shown before it is done.
            </p>
          ) : told ? (
            consequenceLines(told, booking.customer).map((line) => <p key={line}>{line}</p>)
          ) : found.error && !found.isFetching ? (
            <p>{failureText(found.error)}</p>
          ) : (
            given && (
              <>
                <span className="visually-hidden">Finding out what that means</span>
                <span className="skeleton line" />
                <span className="skeleton line short" />
              </>
            )
          )}
        </div>
        <OfflineNote kept="The booking stays as it is." />
        <div className="sheet-actions">
          {found.error && !told && !same ? (
            <Button wide busy={found.isFetching} onClick={() => void found.refetch()}>
              Try again
            </Button>
          ) : (
            <Button
              type="submit"
              wide
              kind={chosen === 'cancelled' ? 'danger' : 'primary'}
              off={same || !told || !looked}
              busy={save.isPending}
            >
              {save.isPending ? 'Updating…' : 'Confirm'}
            </Button>
          )}
          <Button kind="quiet" wide onClick={onClose}>
            Leave as It Is
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
