import { startVisitorPage } from './visitor-start.ts';

/** The landing page works without scripts, so nothing here delays its first picture. */
startVisitorPage();

// React's part here reacts to the reader, so it is loaded at the first sign of one.
const firstSign = new AbortController();
for (const sign of ['scroll', 'pointerdown', 'keydown'])
  addEventListener(sign, comeAlive, { passive: true, signal: firstSign.signal });

function comeAlive(): void {
  firstSign.abort();
  // The page can still be read and scrolled, and its links work, without this code.
  void import('./landing-hydrate.tsx').then(({ hydrate }) => hydrate()).catch(() => {});
}
