import type { Page } from 'playwright';

/**
 * Visible faults of a layout: sideways scrolling; text that is cut off, leaves its card, covers other text or is
 * broken within a word. While a dialog is open, only the dialog counts.
 * @returns one line per fault; none is acceptable
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')];
    const scope: Element = dialogs.at(-1) ?? document.querySelector('.shell') ?? document.body;
    const name = (el: Element) =>
      `${el.tagName.toLowerCase()}${el.className && typeof el.className === 'string' ? `.${el.className.trim().replace(/\s+/g, '.')}` : ''}`;

    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) faults.push(`the page scrolls sideways by ${wide} px`);
    for (const el of [scope, ...scope.querySelectorAll('*')]) {
      const style = getComputedStyle(el);
      const sideways = el.scrollWidth - el.clientWidth;
      if (sideways > 1 && el.clientWidth > 0 && style.overflowX === 'auto' && style.scrollbarWidth !== 'none')
        faults.push(`${name(el)} scrolls sideways by ${sideways} px`);
    }

    /** Every visible line of text, with the part of it that its ancestors show. */
    const lines: { text: string; of: Element; box: DOMRect; layer: Element }[] = [];
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const el = node.parentElement;
      const text = node.textContent?.trim();
      if (
        !el ||
        !text ||
        el.closest('.visually-hidden, [aria-hidden="true"], noscript, script, style, option')
      )
        continue;
      if (
        !el.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true })
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const layer = layerOf(el);
      for (const box of range.getClientRects()) {
        if (box.width < 2 || box.height < 2) continue;
        const cut = cutBy(el, box);
        if (cut && isMeant(cut)) continue;
        if (cut) faults.push(`“${text.slice(0, 40)}” is cut off by ${name(cut)}`);
        if (!cut && isOffScreen(el, box)) faults.push(`“${text.slice(0, 40)}” stands beside the screen`);
        const left = leftBy(el, box);
        if (left) faults.push(`“${text.slice(0, 40)}” sticks out of ${name(left)}`);
        lines.push({ text, of: el, box, layer });
      }
      for (const word of brokenWords(node as Text)) faults.push(`“${word}” is broken`);
    }
    for (const [at, a] of lines.entries()) {
      for (const b of lines.slice(at + 1)) {
        if (a.of === b.of || a.layer !== b.layer || a.of.contains(b.of) || b.of.contains(a.of)) continue;
        const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        // Line boxes are taller than their letters, so a third of the lower one must be covered.
        if (width > 3 && height > Math.min(a.box.height, b.box.height) / 3)
          faults.push(`“${a.text.slice(0, 40)}” lies over “${b.text.slice(0, 40)}”`);
      }
    }
    return [...new Set(faults)];

    /** Scrolling and floating layers cover others by design. */
    function layerOf(el: Element): Element {
      for (let at: Element | null = el; at; at = at.parentElement) {
        const { position, overflowY, zIndex, boxShadow } = getComputedStyle(at);
        if (position === 'fixed' || position === 'sticky' || at.tagName === 'ION-CONTENT') return at;
        if (/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight) return at;
        // A part that unfolds over others has a shadow.
        if (position === 'absolute' && zIndex !== 'auto' && boxShadow !== 'none') return at;
      }
      return document.body;
    }

    /** Words that continue in the next line without a hyphen; addresses of mail and pages may do so. */
    function brokenWords(node: Text): string[] {
      const words = [...node.data.matchAll(/\S+/gu)].filter(([word]) => !/[@/\u00ad-]/.test(word));
      return words.flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top);
        return Math.max(...tops) - Math.min(...tops) > 5 ? [word] : [];
      });
    }

    /** Left or right of everything visible, where no scrolling reaches it. */
    function isOffScreen(el: Element, box: DOMRect): boolean {
      if (box.left >= -1 && box.right <= innerWidth + 1) return false;
      for (let at: Element | null = el; at; at = at.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return false;
      }
      return true;
    }

    /** Visually hidden, or a shortened text that is complete elsewhere. */
    function isMeant(cut: Element): boolean {
      return cut.clientWidth <= 1 || getComputedStyle(cut).webkitLineClamp !== 'none';
    }

    /** The card, button or badge that this text should be in, but leaves. */
    function leftBy(el: Element, box: DOMRect): Element | null {
      for (let at: Element | null = el; at && at !== scope; at = at.parentElement) {
        const { borderTopLeftRadius, overflowX, display } = getComputedStyle(at);
        if (/auto|scroll/.test(overflowX)) return null;
        if (borderTopLeftRadius === '0px' || display === 'inline') continue;
        const by = at.getBoundingClientRect();
        return box.left < by.left - 1 || box.right > by.right + 1 ? at : null;
      }
      return null;
    }

    /** The ancestor that permanently hides a part of this text; a scrolling one does not. */
    function cutBy(el: Element, box: DOMRect): Element | null {
      for (let at: Element | null = el; at && at !== scope; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at);
        const by = at.getBoundingClientRect();
        const hidden = /hidden|clip/;
        if (/auto|scroll/.test(overflowX) || /auto|scroll/.test(overflowY)) return null;
        if (hidden.test(overflowX) && (box.left < by.left - 1 || box.right > by.right + 1)) return at;
        if (hidden.test(overflowY) && (box.top < by.top - 3 || box.bottom > by.bottom + 3)) return at;
        if (position === 'fixed') return null;
      }
      return null;
    }
  });
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
