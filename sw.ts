/// <reference lib="webworker" />
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { isAppPage, isUnknownPage } from './api/contract/rules/pages.ts';
import { brandFile, isBrandFile } from './app/pwa/worker/brand-files.ts';
import { earlierAsset, isAsset, keepEarlier } from './app/pwa/worker/earlier-release.ts';
import { dropKeptPages, frontPage, unknownPage } from './app/pwa/worker/front-page.ts';
import { leaveCallsAlone } from './app/pwa/worker/leave-calls.ts';
import { onlyOwn } from './app/pwa/worker/own-answers.ts';
import { isPicture, keptPicture } from './app/pwa/worker/pictures.ts';
import { openPush, showPush } from './app/pwa/worker/push.ts';
import { renewPush } from './app/pwa/worker/push-renewal.ts';
import { takeShared } from './app/pwa/worker/share-target.ts';
import { type SyncEvent, sendOnSync } from './app/pwa/worker/sync-outbox.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

// The shell, the pages of visitors and every lazy page. Addresses are matched exactly, because `/` is one of two pages.
const release = new PrecacheController({ plugins: [onlyOwn] });
release.addToCacheList(self.__WB_MANIFEST);
registerRoute(new PrecacheRoute(release, { directoryIndex: '', cleanURLs: false }));
self.addEventListener('install', (event) => {
  void release.install(event);
  leaveCallsAlone(event);
});

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode !== 'navigate' && isBrandFile(url),
  ({ request }) => brandFile(request),
);

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode !== 'navigate' && isPicture(url),
  ({ request }) => keptPicture(request),
);

// After a deploy an open tab still finds its code, also for pages that it has not visited.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isAsset(url.pathname),
  ({ request }) => earlierAsset(request),
);

// The stored pages contain their own security headers, so that their nonce or hash fits their policy.
const precached = async (url: string): Promise<Response> =>
  (await release.matchPrecache(url).catch(() => undefined)) ?? fetch(url);

// If the device's storage fails, the network is used.
setCatchHandler(({ request }) => fetch(request));

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && url.pathname === '/',
  ({ request }) => frontPage(request, '/landing.html', precached),
);
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && /^\/services\/?$/.test(url.pathname),
  ({ request }) => frontPage(request, '/catalogue.html', precached),
);
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isAppPage(url.pathname),
  () => precached('/index.html'),
);
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isUnknownPage(url.pathname),
  ({ request }) => unknownPage(request, precached),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === '/share',
  ({ request }) => takeShared(request),
  'POST',
);

/** The cache in which earlier releases kept the calendar of administrators. */
const formerTeamCode = 'hearthkeep-team-code';

// The first visit already works offline; a newer worker is activated only with the person's consent.
self.addEventListener('activate', (event) => event.waitUntil(takeOver(event)));

async function takeOver(event: ExtendableEvent): Promise<void> {
  const releaseUrls = new Set(release.getURLsToCacheKeys().values());
  // On a full device, the server's own copies of earlier files remain.
  await keepEarlier(release.strategy.cacheName, releaseUrls, Date.now()).catch(() => {});
  await release.activate(event);
  await Promise.all([self.clients.claim(), dropKeptPages(), caches.delete(formerTeamCode)]);
}

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('sync', (event) => sendOnSync(event as SyncEvent));

self.addEventListener('push', showPush);
self.addEventListener('notificationclick', openPush);
self.addEventListener('pushsubscriptionchange', renewPush);
