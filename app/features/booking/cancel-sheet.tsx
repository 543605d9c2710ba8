import './booking.css';
import './sheets.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BookingDetail } from '../../../api/contract/entities.ts';
import { call } from '../../lib/api.ts';
import { formatWhen } from '../../lib/dates.ts';
import { useZone } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Cancellation, consequenceOf, freeUntilText, isInTime, outcomeOf } from './consequence.ts';
import { failureText, hasCode } from './failure.ts';
import { OfflineNote } from './offline-note.tsx';
import { bookingQuery, keepChanged } from './queries.ts';

/**
 * Calls a booking off. What that means stands above the button, from the server's own terms; the button sends the
 * terms that are on screen, and the server refuses when they are no longer its own. Terms that change while they are
 * read say so, and ask for another tap.
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
  const client = useQueryClient();
  const terms = booking.changes.cancel;
  const [changed, setChanged] = useState(false);
  const seen = useRef<string | null>(null);

  // What is shown may have been read long ago.
  const { refetch, isFetching } = useQuery({ ...bookingQuery(booking.id), enabled: false });
  useEffect(() => {
    seen.current = null;
    setChanged(false);
    if (open) void refetch();
  }, [open, refetch]);

  const { freeUntil } = booking.changes;

  const shown = terms && JSON.stringify(terms);
  useEffect(() => {
    if (!open || isFetching) return;
    if (seen.current !== null && seen.current !== shown) setChanged(true);
    seen.current = shown;
  }, [open, isFetching, shown]);

  const cancel = useMutation({
    mutationFn: ({ outcome }: Cancellation) =>
      call('cancelBooking', { params: { id: booking.id }, body: { outcome } }),
    onSuccess: async (detail, agreed) => {
      await keepChanged(client, detail);
      onClose();
      toast({ title: 'Booking cancelled', description: outcomeOf(agreed) });
    },
    onError: (error) => {
      if (hasCode(error, 'terms_changed') || hasCode(error, 'conflict')) void refetch();
    },
  });
  const close = () => {
    cancel.reset();
    onClose();
  };

  const harsh = terms?.outcome === 'forfeit';
  const refused = cancel.error && !hasCode(cancel.error, 'terms_changed');
  return (
    <Sheet open={open} title="Cancel this booking?" onClose={close}>
      <p>
        <strong>{booking.service.name}</strong>
        <br />
        <span className="muted">
          {booking.scheduledDate ? formatWhen(booking.scheduledDate, zone) : 'To be scheduled'}
        </span>
      </p>
      {(changed || (cancel.error && !refused)) && (
        <p role="alert" className="form-notice">
          What cancelling means has changed since you opened this. Nothing was done. Please read it again.
        </p>
      )}
      {terms ? (
        <div className={harsh ? 'terms harsh' : 'terms'} aria-live="polite" aria-busy={isFetching}>
          <p className="terms-main">{consequenceOf(terms, booking.scheduledDate)}</p>
          {(harsh || isInTime(freeUntil)) && <p>{freeUntilText(freeUntil, zone)}</p>}
          {terms.outcome === 'refund' && <p>Your bank may take a few days to show it.</p>}
          {harsh && <p>Write to the team first if something has happened: they may be able to help.</p>}
        </div>
      ) : (
        <p role="status">This booking can no longer be cancelled here.</p>
      )}
      {refused && (
        <p role="alert" className="form-notice">
          {failureText(cancel.error)}
        </p>
      )}
      {!refused && <OfflineNote kept="Your booking stays as it is." />}
      <div className="sheet-actions">
        {terms && (
          <Button
            kind="danger"
            wide
            busy={cancel.isPending || isFetching}
            onClick={() => {
              setChanged(false);
              cancel.mutate(terms);
            }}
          >
            {cancel.isPending ? 'Cancelling…' : 'Cancel Booking'}
          </Button>
        )}
        <Button kind="quiet" wide onClick={close}>
          Keep Booking
        </Button>
      </div>
    </Sheet>
  );
}
