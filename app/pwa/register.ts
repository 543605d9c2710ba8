import { create } from 'zustand';
import { answers, missed, onBackOnline } from '../lib/online.ts';
import { unsentCount } from './outbox/outbox.ts';

/** A newer app that waits; calling it changes over. */
export const useUpdate = create<{ apply: (() => void) | null }>(() => ({ apply: null }));

/** A page whose code is gone since another tab changed over comes again whole; at most once a minute, and never into the browser's own page for want of a network. */
export function reloadOnMissingCode(): void {
  const name = 'hearthkeep-reloaded';
  addEventListener('vite:preloadError', async () => {
    if (Date.now() - Number(sessionStorage.getItem(name)) < 60_000) return;
    if (!(await answers())) return missed();
    sessionStorage.setItem(name, String(Date.now()));
    location.reload();
  });
}

/** The app goes on without a worker that did not arrive, and asks for it again when the network is back. */
export function startWorker(): void {
  registerWorker().catch(() => {
    const stop = onBackOnline(() => {
      stop();
      startWorker();
    });
  });
}

/** Registers the worker and hears of updates. An update waits for the person's word and an empty outbox. */
async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox('/sw.js');
  let asked = false;
  workbox.addEventListener('waiting', () => {
    useUpdate.setState({
      apply: () => {
        if (unsentCount()) return;
        asked = true;
        workbox.messageSkipWaiting();
      },
    });
  });
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (!isUpdate) return;
    if (asked) location.reload();
    // Another tab changed over: this one goes on with what it has loaded, until its person has a moment.
    else useUpdate.setState({ apply: () => location.reload() });
  });
  await workbox.register();
}
