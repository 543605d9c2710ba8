/*
 * The code that `layoutFaults` runs inside the page. It is sent there as the exports of this file, so every function is
 * exported, and none uses anything else of ours.
 */

/** A visible line of text. Only lines of one layer can cover each other by mistake. */
export interface Line {
  text: string;
  of: Element;
  box: DOMRect;
  layer: Element;
}

export function faultsInPage(): string[] {
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')];
  const scope: Element = dialogs.at(-1) ?? document.querySelector('.shell') ?? document.body;
  const faults = [...sidewaysScrolling(scope), ...controlsBeside(scope)];
  const lines: Line[] = [];
  for (const node of visibleTexts(scope)) {
    const read = readLines(node, scope);
    lines.push(...read.lines);
    faults.push(...read.faults, ...brokenWords(node).map((word) => `“${word}” is broken`));
  }
  return [...new Set([...faults, ...overlaps(lines)])];
}

export function nameOf(el: Element): string {
  const classes = el.className && typeof el.className === 'string' ? el.className.trim().split(/\s+/) : [];
  return [el.tagName.toLowerCase(), ...classes].join('.');
}

export function short(text: string): string {
  return `“${text.slice(0, 40)}”`;
}

/** Finds the page, or parts of it that show a scroll bar, scrolling sideways. */
export function sidewaysScrolling(scope: Element): string[] {
  const faults: string[] = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`the page scrolls sideways by ${wide} px`);
  for (const el of [scope, ...scope.querySelectorAll('*')]) {
    const style = getComputedStyle(el);
    const sideways = el.scrollWidth - el.clientWidth;
    // The calendar is a map of columns, which scrolls both ways by its nature.
    if (el.hasAttribute('data-map')) continue;
    if (sideways > 1 && el.clientWidth > 0 && style.overflowX === 'auto' && style.scrollbarWidth !== 'none')
      faults.push(`${nameOf(el)} scrolls sideways by ${sideways} px`);
  }
  return faults;
}

/** Fields and buttons, which may have no text that would be found there. */
export function controlsBeside(scope: Element): string[] {
  return [...scope.querySelectorAll('button, input, select, textarea')]
    .filter((el) => !el.closest('.visually-hidden, [aria-hidden="true"]') && el.checkVisibility())
    .filter((el) => el.clientWidth > 1 && isOffScreen(el, el.getBoundingClientRect()))
    .map((el) => `${nameOf(el)} stands beside the screen`);
}

export function visibleTexts(scope: Element): Text[] {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const el = walker.currentNode.parentElement;
    if (!el || !walker.currentNode.textContent?.trim()) continue;
    if (el.closest('.visually-hidden, [aria-hidden="true"], noscript, script, style, option')) continue;
    if (el.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true }))
      texts.push(walker.currentNode as Text);
  }
  return texts;
}

/** Reads every visible line of a text, and the faults of its place. */
export function readLines(node: Text, scope: Element): { lines: Line[]; faults: string[] } {
  const el = node.parentElement as Element;
  const text = node.data.trim();
  const range = document.createRange();
  range.selectNodeContents(node);
  const layer = layerOf(el);
  const lines: Line[] = [];
  const faults: string[] = [];
  for (const box of range.getClientRects()) {
    if (box.width < 2 || box.height < 2) continue;
    const cut = cutBy(el, box, scope);
    if (cut && isMeant(cut)) continue;
    if (cut) faults.push(`${short(text)} is cut off by ${nameOf(cut)}`);
    if (!cut && isOffScreen(el, box))
      faults.push(`${short(text)} stands beside the screen, in ${nameOf(el)}`);
    const left = leftBy(el, box, scope);
    if (left) faults.push(`${short(text)} sticks out of ${nameOf(left)}`);
    lines.push({ text, of: el, box, layer });
  }
  // Its neighbours have taken all of the room.
  if (lines.length > 8 && lines.length * 3 > text.length)
    faults.push(`${short(text)} stands letter by letter`);
  return { lines, faults };
}

export function overlaps(lines: Line[]): string[] {
  const faults: string[] = [];
  for (const [at, a] of lines.entries()) {
    for (const b of lines.slice(at + 1)) {
      if (a.of === b.of || a.layer !== b.layer || a.of.contains(b.of) || b.of.contains(a.of)) continue;
      const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      // Line boxes are taller than their letters, so a third of the lower one must be covered.
      if (width > 3 && height > Math.min(a.box.height, b.box.height) / 3)
        faults.push(`${short(a.text)} lies over ${short(b.text)}`);
    }
  }
  return faults;
}

/** The scrolling or floating layer of an element; such a layer covers others by design. */
export function layerOf(el: Element): Element {
  for (let at: Element | null = el; at; at = at.parentElement) {
    const { position, overflowY, zIndex, boxShadow } = getComputedStyle(at);
    if (position === 'fixed' || position === 'sticky' || at.tagName === 'ION-CONTENT') return at;
    if (/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight) return at;
    // A part that unfolds over others has a shadow.
    if (position === 'absolute' && zIndex !== 'auto' && boxShadow !== 'none') return at;
  }
  return document.body;
}

/** Words that continue in the next line without a hyphen; addresses of mail and pages, and the card provider's ids, may do so. */
export function brokenWords(node: Text): string[] {
  const words = [...node.data.matchAll(/\S+/gu)].filter(([word]) => !/[@/_\u00ad-]/.test(word));
  return words.flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top);
    return Math.max(...tops) - Math.min(...tops) > 5 ? [word] : [];
  });
}

/** Whether a text or a control is left or right of the visible part, and cannot be scrolled into view. */
export function isOffScreen(el: Element, box: DOMRect): boolean {
  if (box.left >= -1 && box.right <= innerWidth + 1) return false;
  for (let at: Element | null = el; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return false;
  }
  return true;
}

/** Whether a text is cut on purpose: visually hidden, or shortened and complete elsewhere. */
export function isMeant(cut: Element): boolean {
  return cut.clientWidth <= 1 || getComputedStyle(cut).webkitLineClamp !== 'none';
}

/** The card, button or badge that this text should be in, but leaves. */
export function leftBy(el: Element, box: DOMRect, scope: Element): Element | null {
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
export function cutBy(el: Element, box: DOMRect, scope: Element): Element | null {
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
