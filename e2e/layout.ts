import type { Page } from 'playwright';
import * as inPage from './layout-in-page.ts';

/**
 * Visible faults of a layout: sideways scrolling; text that is cut off, leaves its card, covers other text or is
 * broken within a word. While a dialog is open, only the dialog counts.
 * @returns one line per fault; none is acceptable
 */
export function layoutFaults(page: Page): Promise<string[]> {
  const functions = Object.values(inPage).join('\n');
  return page.evaluate<string[]>(`(() => { ${functions}\n return ${inPage.faultsInPage.name}(); })()`);
}

/**
 * Enlarges text from the next page on, as the browser's own setting does: by the root's font size, which all sizes
 * follow. It is set before the page is read, because Chromium does not check container queries again when it changes
 * later.
 */
export const enlargeText = (page: Page, percent: number) =>
  page.addInitScript((size) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { font-size: ${size}% !important }`);
    document.adoptedStyleSheets.push(sheet);
  }, percent);

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
