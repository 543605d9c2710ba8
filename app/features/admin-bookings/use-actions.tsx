import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { AdminBooking } from '../../../api/contract/calls/admin-booking-calls.ts';
import { closed } from '../../ui/dialogs/closed.ts';
import type { Actions } from './booking-row.tsx';

const ContactSheet = lazy(() => import('./contact/contact-sheet.tsx'));
const StatusSheet = lazy(() => import('./status-sheet.tsx'));

interface Opened {
  booking: AdminBooking;
  open: boolean;
}

/**
 * The two dialogs of a booking, whose code is loaded at the first opening.
 * @param latest finds a booking as last read: another administrator may change it while a dialog is open
 */
export function useActions(
  latest: (id: string) => AdminBooking | undefined,
): Actions & { dialogs: ReactNode } {
  const [contact, setContact] = useState<Opened>();
  const [status, setStatus] = useState<Opened>();
  const onContact = useCallback((booking: AdminBooking) => setContact({ booking, open: true }), []);
  const onStatus = useCallback((booking: AdminBooking) => setStatus({ booking, open: true }), []);
  const now = ({ booking }: Opened) => latest(booking.id) ?? booking;
  return {
    onContact,
    onStatus,
    dialogs: (
      <Suspense>
        {contact && (
          <ContactSheet
            key={`contact-${contact.booking.id}`}
            booking={now(contact)}
            open={contact.open}
            onClose={() => setContact(closed(contact))}
          />
        )}
        {status && (
          <StatusSheet
            key={`status-${status.booking.id}`}
            booking={now(status)}
            open={status.open}
            onClose={() => setStatus(closed(status))}
          />
        )}
      </Suspense>
    ),
  };
}
