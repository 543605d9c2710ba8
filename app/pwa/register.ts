import { create } from 'zustand';
import { unsentCount } from './outbox/outbox.ts';

/** A newer app that waits; calling it changes over. */
export const useUpdate = create<{ apply: (() => void) | null }>(() => ({ apply: null }));

/** Registers the worker and hears of updates. An update waits for the person's word and an empty outbox. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox('/sw.js');
  workbox.addEventListener('waiting', () => {
    useUpdate.setState({
      apply: () => {
        if (unsentCount()) return;
        workbox.addEventListener('controlling', () => location.reload());
        workbox.messageSkipWaiting();
      },
    });
  });
  await workbox.register();
}
