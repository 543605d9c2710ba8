import { useEffect, useRef } from 'react';
import type { Message } from '../../../api/contract/schemas/messages.ts';
import type { Entry } from '../../pwa/unsent/work.ts';
import { toast } from '../../ui/toasts/toast.tsx';

type Waiting = ReadonlyMap<string, Entry['state']>;

/** The changes of messages since the last look: waiting ones that are stored now, or a refused one. */
export function newsOf(before: Waiting, stored: readonly Message[], queued: readonly Entry[]) {
  const ids = new Set(stored.map(({ clientId }) => clientId));
  const still = new Set(queued.map(({ clientId }) => clientId));
  const delivered = [...before.keys()].some((id) => ids.has(id) && !still.has(id));
  const refused = queued.find((e) => e.state === 'failed' && before.get(e.clientId) === 'waiting');
  return { delivered, refused };
}

/**
 * Reports once that waiting messages were sent, or why they were not (spec §8); until then the line itself shows
 * that it waits.
 */
export function useDeliveryToasts(stored: Message[] | undefined, queued: Entry[]): void {
  const before = useRef<Waiting>(new Map());
  useEffect(() => {
    if (!stored) return;
    const { delivered, refused } = newsOf(before.current, stored, queued);
    const next = new Map(queued.map((e) => [e.clientId, e.state] as const));
    // An answered entry may leave the queue a moment before its message appears in the thread.
    const ids = new Set(stored.map(({ clientId }) => clientId));
    for (const [id, state] of before.current)
      if (!next.has(id) && state === 'waiting' && !ids.has(id)) next.set(id, state);
    before.current = next;
    if (refused)
      toast({
        title: 'Failed to send message',
        ...(refused.reason && { description: refused.reason }),
        style: 'destructive',
      });
    else if (delivered) toast({ title: 'Message sent successfully' });
  }, [stored, queued]);
}
