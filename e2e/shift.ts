import type { Page } from 'playwright/test';

/** From the next page on, adds up every layout shift that no tap caused, as CLS does. */
export async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sum = window as unknown as { shifted: number };
    sum.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) sum.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has shifted on this page so far; once what was painted last has been told of. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    return (window as unknown as { shifted: number }).shifted;
  });
