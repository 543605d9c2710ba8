import type { QueuedChange } from '../../../pwa/unsent/outbox.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import { refusedTitle } from './change.ts';

/** Says, wherever the person is, that a change was refused; its booking says so too until it is dismissed. */
export function sayRefused({ work, reason }: QueuedChange): void {
  toast({
    title: refusedTitle(work),
    ...(reason && { description: reason }),
    style: 'destructive',
  });
}
