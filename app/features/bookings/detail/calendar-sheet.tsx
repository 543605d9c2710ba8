import '../booking.css';
import '../sheets.css';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { copyOutline, downloadOutline, syncOutline } from 'ionicons/icons';
import { useState } from 'react';
import type { CalendarLink } from '../../../../api/contract/schemas/people.ts';
import { call } from '../../../lib/api.ts';
import { useOnline } from '../../../lib/online.ts';
import { copyText } from '../../../shared/copy.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { Note } from '../../../ui/note.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { failureText } from '../failure.ts';
import { icsHref, subscribeHref } from './calendar-address.ts';

/**
 * The key is no path, so that the device does not store the address: everybody with the address can read the
 * calendar.
 */
const linkQuery = () =>
  queryOptions<CalendarLink>({ queryKey: ['calendar-link'], queryFn: () => call('readCalendarLink') });

/** Adds one booking to the calendar, or all of them permanently. */
export default function CalendarSheet({
  bookingId,
  open,
  onClose,
}: {
  bookingId: string;
  open: boolean;
  onClose: () => void;
}) {
  const online = useOnline();
  return (
    <Sheet open={open} title="Add to Calendar" onClose={onClose}>
      <section className="sheet-part" aria-labelledby="calendar-one">
        <h3 id="calendar-one">This booking</h3>
        <p className="muted">Your calendar opens with this visit filled in.</p>
        {online ? (
          <ButtonLink href={icsHref(bookingId)} external wide icon={downloadOutline}>
            Add This Booking
          </ButtonLink>
        ) : (
          <Note role="status">You are offline. The calendar file comes over the network.</Note>
        )}
      </section>
      <section className="sheet-part" aria-labelledby="calendar-all">
        <h3 id="calendar-all">All bookings, always up to date</h3>
        <Subscription />
      </section>
    </Sheet>
  );
}

function Subscription() {
  const client = useQueryClient();
  const link = useQuery(linkQuery());
  const [statusText, setStatusText] = useState('');
  const keep = (answer: CalendarLink) => client.setQueryData(linkQuery().queryKey, answer);
  const create = useMutation({ mutationFn: () => call('createCalendarLink'), onSuccess: keep });
  const revoke = useMutation({ mutationFn: () => call('revokeCalendarLink'), onSuccess: keep });
  const busy = create.isPending || revoke.isPending;
  const error = create.error ?? revoke.error ?? link.error;
  const url = link.data?.url;

  const makeNew = () =>
    create.mutate(undefined, {
      onSuccess: () => setStatusText('The old link no longer works. This is the new one.'),
    });
  const turnOff = () =>
    revoke.mutate(undefined, {
      onSuccess: () => setStatusText('The link is off. No calendar can read it any more.'),
    });
  const copy = async () => {
    if (!url) return;
    if (await copyText(url)) toast({ title: 'Link copied' });
    else setStatusText('This browser does not copy. Press and hold the link to select it.');
  };

  return (
    <>
      <p className="muted">
        A private link to which your calendar subscribes. New, moved and cancelled bookings follow by
        themselves. Whoever has the link sees what is booked, when and where, so keep it to yourself.
      </p>
      {url && (
        <>
          <ButtonLink href={subscribeHref(url)} external wide icon={syncOutline}>
            Subscribe in Calendar
          </ButtonLink>
          <p className="private-link">{url}</p>
          <Button kind="quiet" wide icon={copyOutline} onClick={() => void copy()}>
            Copy Link
          </Button>
          <EndLink busy={busy} onMakeNew={makeNew} onTurnOff={turnOff} />
        </>
      )}
      {link.data && !url && (
        <Button
          kind="quiet"
          wide
          busy={busy}
          onClick={() =>
            create.mutate(undefined, { onSuccess: () => setStatusText('Your private link is ready.') })
          }
        >
          Create Private Link
        </Button>
      )}
      {!link.data && !link.error && <div className="skeleton link-place" />}
      <p role="status" className={statusText ? 'note good' : 'visually-hidden'}>
        {statusText}
      </p>
      {error && (
        <p role="alert" className="form-notice">
          {failureText(error)}
        </p>
      )}
      {link.error && !link.data && (
        <Button kind="quiet" size="small" onClick={() => void link.refetch()}>
          Try again
        </Button>
      )}
    </>
  );
}

function EndLink({
  busy,
  onMakeNew,
  onTurnOff,
}: {
  busy: boolean;
  onMakeNew: () => void;
  onTurnOff: () => void;
}) {
  return (
    <details className="more">
      <summary>Replace or turn off the link</summary>
      <p className="muted">Calendars that use it stop being updated.</p>
      <div className="buttons">
        <Button kind="quiet" size="small" busy={busy} onClick={onMakeNew}>
          New Link
        </Button>
        <Button kind="danger" size="small" busy={busy} onClick={onTurnOff}>
          Turn Off
        </Button>
      </div>
    </details>
  );
}
