import { create } from 'zustand';
import { doubt, onBackOnline } from '../../lib/online.ts';
import { tabStorage } from '../storage/plain-storage.ts';
import { isGoodMoment } from './update-moment.ts';

/** A newer app that waits; calling it changes over, in a good moment. */
export const useUpdate = create<{ apply: (() => void) | null }>(() => ({ apply: null }));

const hourMs = 60 * 60 * 1000;

/** Whether the server has this page's release no more. What it is made of is named after its content. */
async function isGone(): Promise<boolean> {
  const signal = AbortSignal.timeout(5000);
  return (await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store', signal })).status === 404;
}

/**
 * A page whose release nobody keeps any more comes again whole; at most once a minute, and never over what is being
 * done. Code that the network lost, most of it fetched for later, is no reason to take the page away.
 */
export function reloadOnMissingCode(): void {
  const name = 'hearthkeep-reloaded';
  addEventListener('vite:preloadError', async () => {
    if (Date.now() - Number(tabStorage.getItem(name)) < 60_000) return;
    const gone = await isGone().catch(() => void doubt());
    if (!gone || !isGoodMoment()) return;
    tabStorage.setItem(name, String(Date.now()));
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

/** Registers the worker and hears of updates, which wait for the person's word and a good moment. */
async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox('/sw.js');
  let asked = false;
  let controlled = navigator.serviceWorker.controller !== null;
  workbox.addEventListener('waiting', () => {
    useUpdate.setState({
      apply: () => {
        if (!isGoodMoment()) return;
        asked = true;
        workbox.messageSkipWaiting();
      },
    });
  });
  workbox.addEventListener('controlling', () => {
    const first = !controlled;
    const wanted = asked;
    controlled = true;
    asked = false;
    if (wanted && isGoodMoment()) location.reload();
    // Another tab changed over, or something was begun since it was asked for, which takes its time: this page goes on
    // with what it has loaded, until its person has a moment.
    else if (wanted || !first) useUpdate.setState({ apply: () => isGoodMoment() && location.reload() });
  });
  lookNowAndThen(await workbox.register());
}

/** An installed app is open for days, in which the browser asks for no newer one: it is asked when somebody returns. */
function lookNowAndThen(registration: ServiceWorkerRegistration | undefined): void {
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < hourMs) return;
    lookedAt = Date.now();
    registration?.update().catch(() => {});
  });
}
