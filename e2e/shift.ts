import type { Page } from 'playwright/test';

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

interface Shifts {
  sum: number;
  /** The moved elements, with their old and new places. */
  moved: string[];
}

/** Adds up, from the next page on, every layout shift without a tap, as CLS does. */
export async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shifts = { sum: 0, moved: [] };
    Object.assign(window, { shifts });
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
    const name = (node: Node | null) =>
      node instanceof Element ? `${node.tagName} ${node.className}` : `${node?.textContent}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        shifts.sum += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources)
          shifts.moved.push(`${name(node)}: ${place(previousRect)} → ${place(currentRect)}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The greatest shift that readers do not notice. */
const unnoticed = 0.02;

/** The shifts on this page so far, once the last paint is reported; none if they are unnoticeable. */
export async function shiftFaults(page: Page): Promise<string[]> {
  const { sum, moved } = await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    return (window as unknown as { shifts: Shifts }).shifts;
  });
  return sum > unnoticed ? [`${new URL(page.url()).pathname} moves by ${sum.toFixed(3)}`, ...moved] : [];
}
