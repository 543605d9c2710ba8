import type { Page } from 'playwright';
import * as inPage from './layout-in-page.ts';

/**
 * Visible faults of a layout: sideways scrolling; text that is cut off, leaves its card, covers other text, is
 * broken within a word or stands letter by letter. While a dialog is open, only the dialog counts.
 * @returns one line per fault; none is acceptable
 */
export function layoutFaults(page: Page): Promise<string[]> {
  const functions = Object.values(inPage).join('\n');
  return page.evaluate<string[]>(`(() => { ${functions}\n return ${inPage.faultsInPage.name}(); })()`);
}

/**
 * Visible texts in which a text from right to left stands beside others without being kept apart from them: it would
 * change their order.
 * @returns one line per text, after the words of `where`
 */
export async function turnedTexts(page: Page, where: string): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (walker.currentNode.parentElement?.checkVisibility()) found.push((walker.currentNode as Text).data);
    return found;
  });
  return [...new Set(texts)]
    .filter((one) => {
      const rest = one.replace(/\u2068[^\u2069]*\u2069/gu, '');
      return /\p{Script=Hebrew}/u.test(rest) && /[\p{L}\p{N}]/u.test(rest.replace(/\p{Script=Hebrew}/gu, ''));
    })
    .map((one) => `${where}: “${one}” is turned by its right-to-left part`);
}

/** Enlarges text as people do in the browser's settings: all sizes and the layout's widths follow (rem, em). */
export async function enlargeText(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const standard = (16 * percent) / 100;
  await session.send('Page.setFontSizes', { fontSizes: { standard } });
  // The command is experimental; without an effect, the journeys would measure the usual size.
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === size,
    `${standard}px`,
  );
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Whether both exist and do not overlap. */
export const apart = (a: Box | null, b: Box | null): boolean =>
  a !== null &&
  b !== null &&
  (a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y);
