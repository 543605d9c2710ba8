import { installTrustedTypes } from './trusted-types.ts';

/**
 * The landing page works without scripts: it was rendered at build time. The rest waits until the page has been
 * shown, so that no script delays the first picture.
 */
installTrustedTypes();

// The person has signed in meanwhile, and returns to the visitor's page from the browser's cache.
window.addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => {
  if (persisted && /(?:^|; )hearthkeep-in=[\w-]/.test(document.cookie)) location.reload();
});

// React's part here reacts to the reader, so it is loaded at the first sign of one.
const firstSign = new AbortController();
for (const sign of ['scroll', 'pointerdown', 'keydown'])
  addEventListener(sign, comeAlive, { passive: true, signal: firstSign.signal });

// The worker is registered, so that the next visit and an installed app need no network.
if (document.readyState === 'complete') whenIdle(registerWorker);
else addEventListener('load', () => whenIdle(registerWorker), { once: true });

function comeAlive(): void {
  firstSign.abort();
  // The page can still be read and scrolled, and its links work, without this code.
  void import('./landing-hydrate.tsx').then(({ hydrate }) => hydrate()).catch(() => {});
}

function registerWorker(): void {
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => {});
}

function whenIdle(then: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: 3000 });
  else setTimeout(then, 300);
}
