import { installTrustedTypes } from './trusted-types.ts';

/**
 * The landing page stands without us: it was rendered when it was built. What follows waits until it has been shown,
 * so that no script keeps anybody from the first picture.
 */
installTrustedTypes();

// Somebody signed in meanwhile, and comes back to what the browser had kept of the visitor.
window.addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => {
  if (persisted && /(?:^|; )hearthkeep-in=[\w-]/.test(document.cookie)) location.reload();
});

// What React does here follows the reader, so it comes with the first sign of one.
const firstSign = new AbortController();
for (const sign of ['scroll', 'pointerdown', 'keydown'])
  addEventListener(sign, comeAlive, { passive: true, signal: firstSign.signal });

// The next visit needs no network, and neither does the app that they may install.
if (document.readyState === 'complete') whenIdle(registerWorker);
else addEventListener('load', () => whenIdle(registerWorker), { once: true });

function comeAlive(): void {
  firstSign.abort();
  // Without it the page still reads, scrolls and leads on.
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
