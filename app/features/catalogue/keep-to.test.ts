import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepTo } from './keep-to.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that scrolls to an element, which lies some pixels away from its place at each end. */
function given(...beside: number[]) {
  const box = new EventTarget();
  let top = 0;
  let corrections = 0;
  const target = {
    getBoundingClientRect: () => ({ top }) as DOMRect,
    scrollIntoView() {
      if (top !== 0) corrections += 1;
      top = 0;
    },
  };
  const scrollEnds = () => {
    top = beside.shift() ?? 0;
    box.dispatchEvent(new Event('scroll'));
    box.dispatchEvent(new Event('scrollend'));
  };
  return { box, target, scrollEnds, corrections: () => corrections };
}

test('a way that ends beside its element is corrected until it ends there, and later scrolling is not', () => {
  const { box, target, scrollEnds, corrections } = given(180, -40, 0, 300);
  keepTo(box, target);
  scrollEnds();
  scrollEnds();
  expect(corrections()).toBe(2);
  scrollEnds();
  scrollEnds();
  expect(corrections()).toBe(2);
});

test('a person who scrolls on the way is left alone', () => {
  for (const sign of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    const { box, target, scrollEnds, corrections } = given(180);
    keepTo(box, target);
    box.dispatchEvent(new Event(sign));
    scrollEnds();
    expect(corrections(), sign).toBe(0);
  }
});

test('a page that need not move is left alone when something else scrolls it later', () => {
  const { box, target, scrollEnds, corrections } = given(180);
  keepTo(box, target);
  vi.advanceTimersByTime(600);
  scrollEnds();
  expect(corrections()).toBe(0);
});

test('a long way is corrected, too, and one that was ended for another is not', () => {
  const { box, target, scrollEnds, corrections } = given(180, 180);
  const end = keepTo(box, target);
  box.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(3000);
  scrollEnds();
  expect(corrections()).toBe(1);
  end();
  scrollEnds();
  expect(corrections()).toBe(1);
});
