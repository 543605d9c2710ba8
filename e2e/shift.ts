import type { Page } from 'playwright/test';

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

interface Shifts {
  sum: number;
  /** What moved from where to where. */
  moved: string[];
}

/** From the next page on, adds up every layout shift that no tap caused, as CLS does. */
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

/** The most that may move: unnoticed by whoever reads. */
const unnoticed = 0.02;

/** What has moved on this page so far, once what was painted last has been told of; none where nobody notices it. */
export async function shiftFaults(page: Page): Promise<string[]> {
  const { sum, moved } = await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    return (window as unknown as { shifts: Shifts }).shifts;
  });
  return sum > unnoticed ? [`${new URL(page.url()).pathname} moves by ${sum.toFixed(3)}`, ...moved] : [];
}
