import { installTrustedTypes } from './trusted-types.ts';

/** The first acts of every visitor's page; the page can be read and its links work without them. */
export function startVisitorPage(): void {
  installTrustedTypes();

  // The person has signed in meanwhile, and returns to the visitor's page from the browser's cache.
  window.addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => {
    if (persisted && /(?:^|; )hearthkeep-in=[\w-]/.test(document.cookie)) location.reload();
  });

  // The worker is registered, so that the next visit and an installed app need no network.
  if (document.readyState === 'complete') whenIdle(registerWorker);
  else addEventListener('load', () => whenIdle(registerWorker), { once: true });
}

function registerWorker(): void {
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => {});
}

function whenIdle(then: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: 3000 });
  else setTimeout(then, 300);
}
