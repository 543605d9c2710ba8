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

if (document.readyState === 'complete') whenIdle(comeAlive);
else addEventListener('load', () => whenIdle(comeAlive), { once: true });

function whenIdle(then: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: 3000 });
  else setTimeout(then, 300);
}

function comeAlive(): void {
  // Without it the page still reads, scrolls and leads on.
  void import('./landing-hydrate.tsx').then(({ hydrate }) => hydrate()).catch(() => {});
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => {});
}
