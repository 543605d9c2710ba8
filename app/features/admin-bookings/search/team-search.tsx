import './team-search.css';
import { useIonRouter } from '@ionic/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { searchOutline } from 'ionicons/icons';
import { useEffect, useRef, useState } from 'react';
import type { AdminBooking } from '../../../../api/contract/calls/admin-booking-calls.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { useMay } from '../../../lib/may.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { useZone } from '../../../lib/session.ts';
import { visitTime } from '../../../shared/bookings/visit-time.ts';
import { dialogsLeft } from '../../../ui/dialogs/back-closes.ts';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { Combobox, type Offer } from '../../../ui/fields/combobox.tsx';
import { useSettled } from '../../../ui/hooks/use-settled.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useShown } from '../../../ui/ionic/use-shown.ts';
import { foundBookingsQuery, peopleQuery } from '../queries.ts';
import { nameOf, shortId } from '../words.ts';
import { focusSearch } from './row-keys.ts';

/**
 * Finds a customer by name, mail address, telephone number, street or suburb, and a booking also by its number, from
 * every page of the team: a field in the bar if it is roomy, else a sheet behind a button. `/` goes to it.
 */
export function TeamSearch({ roomy }: { roomy: boolean }) {
  const may = useMay();
  const shown = useShown();
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!shown) return;
    return focusSearch(() => {
      const input = field.current?.querySelector('input');
      if (input) input.focus();
      else setOpen(true);
    });
  }, [shown]);
  if (!may('customers.read') && !may('bookings.read')) return null;
  if (roomy)
    return (
      <search ref={field} className="team-search">
        <Find />
      </search>
    );
  return (
    <>
      <button type="button" className="icon-button" aria-label="Search" onClick={() => setOpen(true)}>
        <Icon src={searchOutline} />
      </button>
      <Sheet open={open} title="Search" onClose={() => setOpen(false)}>
        <search className="team-search in-sheet">
          <Find before={() => setOpen(false)} />
        </search>
      </Sheet>
    </>
  );
}

const nobody: readonly Offer[] = [];

/** @param before called before the chosen page is opened */
function Find({ before }: { before?: () => void }) {
  const router = useIonRouter();
  const may = useMay();
  const online = useOnline();
  const zone = useZone();
  const [words, setWords] = useState<string | null>(null);
  const settled = useSettled(words) ?? '';
  const looks = settled !== '' && words !== null && online;
  const people = useQuery({
    ...peopleQuery(settled),
    enabled: looks && may('customers.read'),
    placeholderData: keepPreviousData,
  });
  const bookings = useQuery({
    ...foundBookingsQuery(settled),
    enabled: looks && may('bookings.read'),
    placeholderData: keepPreviousData,
  });
  const found = [
    ...(people.data?.offers ?? []).map((offer) => ({ ...offer, id: hrefs.adminCustomer(offer.id) })),
    ...(bookings.data?.items ?? []).map((booking) => offerOf(booking, zone)),
  ];
  const isRead = people.data !== undefined || bookings.data !== undefined;
  const error = people.error ?? bookings.error;
  return (
    <Combobox
      label="Find a customer or booking"
      placeholder="Name, phone, street, #id"
      chosen={null}
      onChoose={async (offer) => {
        if (!offer) return;
        before?.();
        await dialogsLeft();
        // The keys of lists are heard at once, also while the page with the field is still leaving.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        router.push(offer.id, 'none');
      }}
      onLook={setWords}
      offers={settled === '' ? nobody : isRead ? found : undefined}
      more={(people.data?.more ?? false) || bookings.data?.next != null}
      busy={(words ?? '') !== settled || people.isFetching || bookings.isFetching}
      nothing={
        settled === ''
          ? 'Type a name, a phone number, a street, part of an e-mail, or #id.'
          : 'Nobody and nothing is found.'
      }
      trouble={
        online
          ? error && !people.isFetching && !bookings.isFetching
            ? {
                text: 'The search did not work.',
                onRetry: () => void Promise.all([people.refetch(), bookings.refetch()]),
              }
            : undefined
          : { text: 'You are offline. The search works again when the network is back.' }
      }
    />
  );
}

const offerOf = (booking: AdminBooking, zone: string): Offer => ({
  id: hrefs.adminBooking(booking.id),
  name: oneText`${booking.service.name} · ${nameOf(booking.customer)}`,
  detail: `${visitTime(booking, zone)} · #${shortId(booking.id)}`,
});
