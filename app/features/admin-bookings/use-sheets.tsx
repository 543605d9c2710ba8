import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { toast } from '../../ui/toasts/toast.tsx';
import { anyBookingQuery, failureText } from './queries.ts';

const StatusSheet = lazy(() => import('./status-sheet.tsx'));
const ContactSheet = lazy(() => import('./contact/contact-sheet.tsx'));

type Open = (id: string) => Promise<void>;

/**
 * Completes work, and writes to its customer, from a place that knows only the booking's id.
 * @param onClosed called whenever a sheet is closed, whether anything was done or not
 * @returns functions that read the booking and then open Update Status with Completed chosen, or Contact Customer; they
 * report their own failures
 */
export function useSheets(
  shown: boolean,
  onClosed: () => void,
): { onComplete: Open; onContact: Open; dialog: ReactNode } {
  const client = useQueryClient();
  const [opened, setOpened] = useState<{ id: string; sheet: 'status' | 'contact'; open: boolean }>();
  // Another administrator may change the booking while the sheet is open.
  const { data: booking } = useQuery({
    ...anyBookingQuery(opened?.id ?? ''),
    enabled: shown && opened?.open === true,
    // The booking has just been read; events report later changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const opener = (sheet: 'status' | 'contact') => async (id: string) => {
    try {
      await client.fetchQuery(anyBookingQuery(id));
      setOpened({ id, sheet, open: true });
    } catch (error) {
      toast({ title: 'Failed to read the booking', description: failureText(error), style: 'destructive' });
    }
  };
  const onClose = () => {
    setOpened((current) => (current === opened && current ? { ...current, open: false } : current));
    onClosed();
  };
  return {
    onComplete: opener('status'),
    onContact: opener('contact'),
    dialog: opened && booking?.id === opened.id && (
      <Suspense>
        {opened.sheet === 'status' ? (
          <StatusSheet
            key={opened.id}
            booking={booking}
            begins="completed"
            open={opened.open}
            onClose={onClose}
          />
        ) : (
          <ContactSheet key={opened.id} booking={booking} open={opened.open} onClose={onClose} />
        )}
      </Suspense>
    ),
  };
}
