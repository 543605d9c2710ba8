/// <reference lib="webworker" />
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isAppPage } from './api/contract/pages.ts';
import { type SyncEvent, sendOnSync } from './app/pwa/worker/sync-outbox.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

// The shell and every lazy page, so that an open tab finds its code across a deploy.
precacheAndRoute(self.__WB_MANIFEST);

// The stored shell carries its own security headers, so its nonce and its policy agree.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isAppPage(url.pathname),
  createHandlerBoundToURL('/index.html'),
);

// The first visit already works offline; a newer worker only comes here after the person's word.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('sync', (event) => sendOnSync(event as SyncEvent));
