import type { QueuedChange } from '../../../pwa/unsent/outbox.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import { refusedTitle } from './change.ts';

/** Reports a refused change on whatever page the person is; its booking shows it too until it is dismissed. */
export function sayRefused({ work, reason }: QueuedChange): void {
  toast({
    title: refusedTitle(work),
    ...(reason && { description: reason }),
    style: 'destructive',
  });
}
