import type { Browser, CDPSession, Page } from 'playwright';
import { businessZone } from '../../scripts/test/business-zone.ts';

/** A processor slowed four times stands for the phone. */
const slowdown = 4;
const mostMs = 50;
/** Between the keys of somebody who types fast. */
const pauseMs = 120;
/** Typed letter by letter and taken back again; each leaves other services than the one before. */
const typed = ['window', 'carpet 1', 'fence 22', 'handyman', 'zzz', 'clean'];

/**
 * Prints the time from a key to the painted list, and the main thread's own processor time for it, which other work of
 * the machine does not lengthen. @returns whether both searches are quick enough
 */
export async function measureSearch(browser: Browser, baseURL: string): Promise<boolean> {
  let good = true;
  for (const who of ['visitor', 'member'] as const) {
    const context = await browser.newContext({
      ...{ baseURL, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
      ...{ locale: 'en-AU', timezoneId: businessZone },
    });
    const page = await context.newPage();
    if (who === 'visitor') await page.goto('/services');
    else {
      await page.goto('/api/login?returnTo=/services');
      await page.getByRole('button', { name: 'member@example.com' }).click();
    }
    const count = who === 'visitor' ? '#found' : '[role=tabpanel] > [role=status]';
    const { times, work } = await timesOfKeys(page, count);
    await context.close();
    const isQuick = percentile(work, 95) <= mostMs;
    good &&= isQuick;
    const shown = (ms: readonly number[]) =>
      [50, 95, 100].map((share) => percentile(ms, share).toFixed(0)).join(', ');
    console.log(
      `a ${who} searches, ${times.length} keys: p50, p95, longest: ${shown(times)} ms, of it the main thread ${shown(work)} ms   ≤ ${mostMs}${isQuick ? '' : '   too slow'}`,
    );
  }
  return good;
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil((times.length * share) / 100) - 1] ?? Number.NaN;

/** @param count where the page says how many services it shows */
async function timesOfKeys(page: Page, count: string): Promise<{ times: number[]; work: number[] }> {
  const search = page.getByRole('searchbox', { name: 'Search services' });
  await search.waitFor();
  await page.locator(count).first().waitFor({ state: 'attached' });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await search.focus();
  await page.evaluate(watchKeys, count);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const times: number[] = [];
  const work: number[] = [];
  for (const word of typed)
    for (const key of [...word, ...Array.from(word, () => 'Backspace')]) {
      const before = await workedMs(cdp);
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      const ms = await page.evaluate(() => Reflect.get(globalThis, 'lastKey') as Promise<number | null>);
      const after = await workedMs(cdp);
      if (ms !== null) {
        times.push(ms);
        work.push(after - before);
      }
      await page.waitForTimeout(pauseMs);
    }
  return { times, work };
}

/** The processor time of the page's main thread until now. */
async function workedMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Measures each key until the frame after the count has changed is painted; `null` for one that changes nothing. */
function watchKeys(count: string): void {
  const line = () => document.querySelector(count)?.textContent ?? '';
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const before = line();
      const painted = new Promise<number | null>((resolve) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now() - timeStamp);
        const quiet = setTimeout(() => resolve(null), 1_000);
        const watch = new MutationObserver(() => {
          if (line() === before) return;
          watch.disconnect();
          clearTimeout(quiet);
          // The message comes after the frame that follows.
          requestAnimationFrame(() => channel.port2.postMessage(null));
        });
        const at = document.querySelector(count);
        if (at) watch.observe(at, { subtree: true, childList: true, characterData: true });
      });
      Object.assign(globalThis, { lastKey: painted });
    },
    { capture: true },
  );
}
