import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { toast } from '../../ui/toasts/toast.tsx';
import { anyBookingQuery, failureText } from './queries.ts';

const StatusSheet = lazy(() => import('./status-sheet.tsx'));

/**
 * Completes work from a place that knows only the booking's id.
 * @param onClosed called whenever the sheet is closed, whether the booking was completed or not
 * @returns a function that reads the booking and then opens Update Status with Completed chosen; it reports its own
 * failures
 */
export function useComplete(
  shown: boolean,
  onClosed: () => void,
): { onComplete: (id: string) => Promise<void>; dialog: ReactNode } {
  const client = useQueryClient();
  const [opened, setOpened] = useState<{ id: string; open: boolean }>();
  // Another administrator may change the booking while the sheet is open.
  const { data: booking } = useQuery({
    ...anyBookingQuery(opened?.id ?? ''),
    enabled: shown && opened?.open === true,
    // The booking has just been read; events report later changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const onComplete = async (id: string) => {
    try {
      await client.fetchQuery(anyBookingQuery(id));
      setOpened({ id, open: true });
    } catch (error) {
      toast({ title: 'Failed to read the booking', description: failureText(error), style: 'destructive' });
    }
  };
  const onClose = () => {
    setOpened((current) => (current === opened && current ? { ...current, open: false } : current));
    onClosed();
  };
  return {
    onComplete,
    dialog: opened && booking?.id === opened.id && (
      <Suspense>
        <StatusSheet
          key={opened.id}
          booking={booking}
          begins="completed"
          open={opened.open}
          onClose={onClose}
        />
      </Suspense>
    ),
  };
}
