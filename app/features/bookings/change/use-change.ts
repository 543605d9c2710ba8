import { useMutation } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useZone } from '../../../lib/session.ts';
import { type QueuedChange, useQueuedChanges } from '../../../pwa/unsent/outbox.ts';
import type { Change } from '../../../pwa/unsent/work.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import { failureText } from '../failure.ts';
import { cardId, refusedTitle } from './change.ts';
import { sayNotKept, submitChange, takeBack } from './submit-change.ts';

/**
 * A change of a booking, as made by a sheet. A closed sheet lets the change continue and its result is still
 * reported; `keepAsItIs` closes the sheet and takes the change back.
 */
export function useChange<W extends Change>(
  bookingId: string,
  {
    open,
    onClose,
    onDone,
    onStored,
    onError,
  }: {
    open: boolean;
    onClose: () => void;
    /** Called when the change is done, or continues by itself. */
    onDone?: () => void;
    /** Called when the server has made the change while the sheet was open. */
    onStored?: (() => void) | undefined;
    onError?: (error: Error) => void;
  },
) {
  const zone = useZone();
  const isOpen = useRef(open);
  useLayoutEffect(() => {
    isOpen.current = open;
    return () => {
      isOpen.current = false;
    };
  }, [open]);
  /** The stored entry of the change under way; `null` if the device can store nothing. */
  const onItsWay = useRef<Promise<QueuedChange | null>>(null);

  // The button that opened the sheet is hidden while its change waits; the change's card takes the focus.
  const keptId = useRef('');
  useEffect(() => {
    if (open || !keptId.current) return;
    if (document.activeElement === document.body) document.getElementById(cardId(keptId.current))?.focus();
    keptId.current = '';
  }, [open]);

  const mutation = useMutation({
    mutationFn: (work: W) => {
      let kept = (_: QueuedChange | null) => {};
      onItsWay.current = new Promise((resolve) => {
        kept = (entry) => {
          if (entry) keptId.current = entry.clientId;
          resolve(entry);
        };
      });
      const isAwaited = () => isOpen.current;
      return submitChange(bookingId, work, { zone, isAwaited, kept }).finally(() => kept(null));
    },
    onSuccess: (became) => {
      if (became === 'taken-back') return;
      onDone?.();
      const isAwaited = isOpen.current;
      onClose();
      if (became === 'stored' && isAwaited) onStored?.();
    },
    onError: (error, work) => {
      if (!isOpen.current)
        toast({ title: refusedTitle(work), description: failureText(error), style: 'destructive' });
      onError?.(error);
    },
  });
  const takeItBack = async () => {
    const entry = await onItsWay.current;
    if (entry) await takeBack(entry, zone);
  };
  return {
    ...mutation,
    keepAsItIs: () => {
      onClose();
      if (mutation.isPending) takeItBack().catch(sayNotKept);
    },
  };
}

/** Whether a move or a cancellation of the booking waits to be sent. */
export const useChangeWaits = (bookingId: string): boolean =>
  useQueuedChanges(bookingId).some(({ state, work }) => state === 'waiting' && work.kind !== 'review');
