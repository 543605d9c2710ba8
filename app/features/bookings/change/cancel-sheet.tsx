import '../booking.css';
import '../sheets.css';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import { oneText, unbroken } from '../../../lib/one-text.ts';
import { useZone } from '../../../lib/session.ts';
import { useQueuedChanges } from '../../../pwa/unsent/outbox.ts';
import { QueueNote } from '../../../pwa/unsent/queue-note.tsx';
import type { Change } from '../../../pwa/unsent/work.ts';
import { visitTime } from '../../../shared/bookings/visit-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { useLooked } from '../../../ui/hooks/use-looked.ts';
import {
  areSame,
  asClause,
  type Cancellation,
  consequenceOf,
  freeUntilText,
  isInTime,
} from '../consequence.ts';
import { failureText, hasCode } from '../failure.ts';
import { bookingQuery } from '../queries.ts';
import { refusedTerms } from './change.ts';
import { useChange } from './use-change.ts';

/** The terms on screen, and the earlier ones that were shown or agreed to. */
function useTerms(booking: BookingDetail, open: boolean) {
  const terms = booking.changes.cancel;
  const [previousTerms, setPreviousTerms] = useState<string | null>(null);
  const seen = useRef<string | null>(null);
  const agreed = useQueuedChanges(booking.id).map(refusedTerms).findLast(Boolean);

  // The stored terms may be old.
  const { refetch, isFetching } = useQuery({ ...bookingQuery(booking.id), enabled: false });
  useLayoutEffect(() => {
    seen.current = null;
    setPreviousTerms(null);
    if (open) void refetch();
  }, [open, refetch]);

  // Terms are compared before they are painted, so that no tap comes in between.
  const shown = terms && JSON.stringify(terms);
  useLayoutEffect(() => {
    if (!open || isFetching) return;
    const { current } = seen;
    if (current !== null && current !== shown) setPreviousTerms(current);
    seen.current = shown;
  }, [open, isFetching, shown]);

  const before: Cancellation | null | undefined = previousTerms === null ? agreed : JSON.parse(previousTerms);
  const changed = previousTerms !== null || (before && terms && !isFetching && !areSame(before, terms));
  return { previousTerms, setPreviousTerms, agreed, before, changed, shown, refetch, isFetching };
}

/**
 * Cancels a booking. The effects are shown above the button, from the server's own terms. The button sends the terms
 * on screen, and the server refuses if its own differ. Terms that change while they are read, or while a
 * cancellation waits for the network, are shown with the earlier ones, and need another tap.
 */
export default function CancelSheet({
  booking,
  open,
  onClose,
}: {
  booking: BookingDetail;
  open: boolean;
  onClose: () => void;
}) {
  const zone = useZone();
  const terms = booking.changes.cancel;
  const { previousTerms, setPreviousTerms, agreed, before, changed, shown, refetch, isFetching } = useTerms(
    booking,
    open,
  );
  const looked = useLooked(changed ? shown : null);
  const cancel = useChange<Extract<Change, { kind: 'cancel' }>>(booking.id, {
    open,
    onClose,
    onError: (error) => {
      if (hasCode(error, 'terms_changed') || hasCode(error, 'conflict')) void refetch();
    },
  });
  // A refusal is not shown again when the sheet is opened anew.
  const { reset, isPending } = cancel;
  const close = () => {
    if (!isPending) reset();
    onClose();
  };
  const keep = () => {
    if (!isPending) reset();
    cancel.keepAsItIs();
  };

  const refused = cancel.error && !hasCode(cancel.error, 'terms_changed');
  return (
    <Sheet open={open} title="Cancel this booking?" onClose={close}>
      <p>
        <strong>{booking.service.name}</strong>
        <br />
        <span className="muted">{visitTime(booking, zone)}</span>
      </p>
      {(changed || (cancel.error && !refused)) && (
        <p role="alert" className="form-notice">
          {oneText`What cancelling means has changed since you ${previousTerms === null && agreed ? 'agreed to it' : 'opened this'}. Nothing was done. Please read it again.${changed && before && ` Before: ${asClause(consequenceOf(before, booking.scheduledDate))}`}`}
        </p>
      )}
      <Terms booking={booking} isFetching={isFetching} />
      {refused && (
        <p role="alert" className="form-notice">
          {failureText(cancel.error)}
        </p>
      )}
      {!refused && <QueueNote />}
      <div className="sheet-actions">
        {terms && (
          <Button
            kind="danger"
            wide
            busy={cancel.isPending || isFetching}
            off={!looked}
            onClick={() => {
              setPreviousTerms(null);
              cancel.mutate({ kind: 'cancel', terms });
            }}
          >
            {cancel.isPending ? 'Cancelling…' : 'Cancel Booking'}
          </Button>
        )}
        <Button kind="quiet" wide onClick={keep}>
          Keep Booking
        </Button>
      </div>
    </Sheet>
  );
}

function Terms({ booking, isFetching }: { booking: BookingDetail; isFetching: boolean }) {
  const zone = useZone();
  const { cancel: terms, freeUntil } = booking.changes;
  const harsh = terms?.outcome === 'forfeit';
  return terms ? (
    <div className={harsh ? 'terms harsh' : 'terms'} aria-live="polite" aria-busy={isFetching}>
      <p className="terms-main">{unbroken(consequenceOf(terms, booking.scheduledDate))}</p>
      {(harsh || isInTime(freeUntil)) && <p>{freeUntilText(freeUntil, zone)}</p>}
      {terms.outcome === 'refund' && <p>Your bank may take a few days to show it.</p>}
      {harsh && <p>Write to the team first if something has happened: they may be able to help.</p>}
    </div>
  ) : (
    <p role="status">This booking can no longer be cancelled here.</p>
  );
}
