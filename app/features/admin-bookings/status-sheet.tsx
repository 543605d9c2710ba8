import './sheets.css';
import { type ReactNode, useId } from 'react';
import type { AdminBooking } from '../../../api/contract/calls/admin-booking-calls.ts';
import { reasonLimits } from '../../../api/contract/rules/overtime-terms.ts';
import { type BookingStatus, bookingStatuses } from '../../../api/contract/schemas/bookings.ts';
import { oneText, unbroken } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { StatusBadge, statusLabels } from '../../shared/bookings/status-badge.tsx';
import { visitTime } from '../../shared/bookings/visit-time.ts';
import { labelOf } from '../../shared/label-of.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextAreaField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { HoursField } from '../../ui/fields/hours-field.tsx';
import { Note, OfflineNote } from '../../ui/note.tsx';
import { failureText } from './queries.ts';
import {
  hoursLimits,
  type StatusChange,
  type StatusSheetProps,
  useStatusChange,
} from './use-status-change.ts';
import { consequenceLines, firstNameOf, hoursText, nameOf } from './words.ts';

/**
 * Sets a booking's status (spec §2). The effects are shown above the button; the server decides them from the booking
 * as it is. The button also sends that state and these effects, and the server refuses if they have changed since. A
 * change by another administrator is reported, and the choice is kept.
 */
export default function StatusSheet(props: StatusSheetProps) {
  const { booking, open, onClose } = props;
  const change = useStatusChange(props);
  const { choice, wish, found, consequence, save, looked } = change;
  const { chosen, current } = choice;
  const { completes, given, isWhyMissing, same } = wish;
  const submit = () => {
    if (same || !consequence || !looked || save.isPending) return;
    if (isWhyMissing) return choice.setMissed(true);
    choice.setOvertaken(false);
    save.mutate();
  };

  return (
    <Sheet open={open} title="Update Status" onClose={onClose}>
      <Form className="stack roomy" onSubmit={submit}>
        <WhichBooking booking={booking} />
        {choice.overtaken && (
          <Note role="alert">
            {choice.refusal ??
              oneText`Somebody else has changed this booking meanwhile: it is ${labelOf(statusLabels, current)} now. What you chose is still here; please look again before you confirm.`}
          </Note>
        )}
        <StatusChoices chosen={chosen} current={current} onChoose={choice.setChosen} />
        {completes && (
          <HoursField
            label="Actual hours"
            hint={`Estimated: ${hoursText(booking.estimatedHours)}`}
            error={given ? undefined : 'Please give the hours that the work took, 0 to 100'}
            name="actualHours"
            limits={hoursLimits}
            value={choice.hours}
            onChange={choice.setHours}
          />
        )}
        <WhyLonger booking={booking} change={change} />
        <Consequence booking={booking} change={change} />
        <OfflineNote kept="The booking stays as it is." />
        <Actions onClose={onClose}>
          {found.error && !consequence && !same ? (
            <Button wide busy={found.isFetching} onClick={() => void found.refetch()}>
              Try again
            </Button>
          ) : (
            <Button
              type="submit"
              wide
              kind={chosen === 'cancelled' ? 'danger' : 'primary'}
              off={same || !consequence || !looked}
              busy={save.isPending}
            >
              {save.isPending ? 'Updating…' : 'Confirm'}
            </Button>
          )}
        </Actions>
      </Form>
    </Sheet>
  );
}

function WhichBooking({ booking }: { booking: AdminBooking }) {
  const zone = useZone();
  return (
    <p>
      <strong>{booking.service.name}</strong>
      <br />
      <span className="muted">{oneText`${nameOf(booking.customer)} · ${visitTime(booking, zone)}`}</span>
    </p>
  );
}

function StatusChoices({
  chosen,
  current,
  onChoose,
}: {
  chosen: BookingStatus;
  current: BookingStatus;
  onChoose: (status: BookingStatus) => void;
}) {
  const group = useId();
  return (
    <fieldset className="status-choices">
      <legend>Status</legend>
      {bookingStatuses.map((status) => (
        <label key={status}>
          <input
            type="radio"
            name={group}
            value={status}
            checked={chosen === status}
            onChange={() => onChoose(status)}
          />
          <StatusBadge status={status} />
          {status === current && <span className="muted">Now</span>}
        </label>
      ))}
    </fieldset>
  );
}

/** The reason for longer work, which the customer reads. */
function WhyLonger({ booking, change: { choice, wish } }: { booking: AdminBooking; change: StatusChange }) {
  const { longer, isWhyMissing } = wish;
  if (!longer.isLonger) return null;
  return (
    <TextAreaField
      label="Why it took longer"
      hint={
        longer.isAsked
          ? 'Its customer is asked already. Another reason asks anew.'
          : oneText`${firstNameOf(booking.customer)} reads it, and agrees or declines.`
      }
      error={choice.missed && isWhyMissing ? 'Please say in a few words why it took longer' : undefined}
      name="reason"
      rows={3}
      maxLength={reasonLimits.max}
      value={choice.reason}
      onChange={(event) => choice.setReason(event.target.value)}
    />
  );
}

/** The effects of the chosen status. */
function Consequence({ booking, change }: { booking: AdminBooking; change: StatusChange }) {
  const { wish, found, consequence, asks } = change;
  return (
    <div className="consequence" role="status" aria-busy={asks && !consequence && !found.error}>
      {wish.same ? (
        <p className="muted">Choose the new status. Its effects are shown before anything changes.</p>
      ) : consequence ? (
        consequenceLines(consequence, booking.customer).map((line) => <p key={line}>{unbroken(line)}</p>)
      ) : found.error && !found.isFetching ? (
        <p>{failureText(found.error)}</p>
      ) : (
        wish.given && <Finding />
      )}
    </div>
  );
}

const Finding = () => (
  <>
    <span className="visually-hidden">Looking up the effects</span>
    <span className="skeleton line" />
    <span className="skeleton line short" />
  </>
);

function Actions({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <div className="sheet-actions">
      {children}
      <Button kind="quiet" wide onClick={onClose}>
        Leave as It Is
      </Button>
    </div>
  );
}
