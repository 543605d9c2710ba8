/// <reference lib="webworker" />
import { matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isAppPage, isUnknownPage } from './api/contract/pages.ts';
import { dropKeptLanding, frontPage, unknownPage } from './app/pwa/worker/front-page.ts';
import { type SyncEvent, sendOnSync } from './app/pwa/worker/sync-outbox.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

// The shell, the landing page and every lazy page, so that an open tab finds its code across a deploy. No address
// stands for another: `/` is one of two pages.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false });

// The stored pages carry their own security headers, so their nonce or hash and their policy agree.
const precached = async (url: string): Promise<Response> => (await matchPrecache(url)) ?? fetch(url);

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && url.pathname === '/',
  ({ request }) => frontPage(request, precached),
);
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isAppPage(url.pathname),
  () => precached('/index.html'),
);
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isUnknownPage(url.pathname),
  ({ request }) => unknownPage(request, precached),
);

// The first visit already works offline; a newer worker only comes here after the person's word.
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), dropKeptLanding()])),
);

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('sync', (event) => sendOnSync(event as SyncEvent));
