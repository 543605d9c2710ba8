import { create } from 'zustand';
import { doubt, onBackOnline } from '../../lib/online.ts';
import { tabStorage } from '../storage/plain-storage.ts';
import { isGoodMoment } from './update-moment.ts';

/** A newer version of the app that waits; calling `apply` changes to it, at a good moment. */
export const useUpdate = create<{ apply: (() => void) | null }>(() => ({ apply: null }));

const hourMs = 60 * 60 * 1000;

/** Whether the server no longer has this page's release, whose files are named after their content. */
async function isGone(): Promise<boolean> {
  const signal = AbortSignal.timeout(5000);
  return (await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store', signal })).status === 404;
}

/**
 * Reloads a page whose release no longer exists; at most once a minute, and never during unsaved work. Code that the
 * network lost, most of it loaded early, is no reason to reload.
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

/**
 * Starts the worker. If it cannot be loaded, the app continues without it, and tries again when the network is back.
 */
export function startWorker(): void {
  registerWorker().catch(() => {
    const stop = onBackOnline(() => {
      stop();
      startWorker();
    });
  });
}

/** Registers the worker and watches for updates, which wait for the person's consent and a good moment. */
async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  // As long as the page loads, its own files come first.
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }));
  let isRequested = false;
  let controlled = serviceWorker.controller !== null;
  const registration = await serviceWorker.register('/sw.js');
  serviceWorker.addEventListener('controllerchange', () => {
    const first = !controlled;
    const wanted = isRequested;
    controlled = true;
    isRequested = false;
    if (wanted && isGoodMoment()) location.reload();
    // Another tab changed to the new version, or something was begun since the person asked: this page continues
    // with its loaded code, until its person has a moment.
    else if (wanted || !first) useUpdate.setState({ apply: () => isGoodMoment() && location.reload() });
  });
  whenWaiting(registration, (waiting) => {
    useUpdate.setState({
      apply: () => {
        if (!isGoodMoment()) return;
        isRequested = true;
        waiting.postMessage({ type: 'SKIP_WAITING' });
      },
    });
  });
  lookNowAndThen(registration);
}

/** Calls `listener` for a newer worker that waits, now or later. The first worker of all waits for nothing. */
function whenWaiting(
  registration: ServiceWorkerRegistration,
  listener: (waiting: ServiceWorker) => void,
): void {
  const tell = () => {
    if (registration.waiting && registration.active) listener(registration.waiting);
  };
  const follow = () => registration.installing?.addEventListener('statechange', tell);
  tell();
  follow();
  registration.addEventListener('updatefound', follow);
}

/**
 * Looks for an update when the person returns: an installed app is open for days, and the browser looks for none in
 * that time.
 */
function lookNowAndThen(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < hourMs) return;
    lookedAt = Date.now();
    registration.update().catch(() => {});
  });
}
