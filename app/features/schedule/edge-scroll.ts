/** The width of the edges at which the calendar scrolls under a carried visit, in px. */
const edgePx = 56;
const fastestPxInSecond = 840;
/** After a longer frame the calendar goes on where it is, and makes no leap. */
const longestFrameMs = 50;

/** Scrolls a box while a pointer is at one of its edges, until it is stopped. A pointer that was pressed there rests first. */
export class EdgeScroll {
  readonly #box: HTMLElement;
  /** Where the pointer was pressed, and where it is. */
  readonly #pointer: { x: number; y: number; began: { x: number; y: number } };
  /** The part of the box that is not behind its heads and hours, and the body's corner without any scrolling. */
  #edges = { left: 0, top: 0, right: 0, bottom: 0, bodyLeft: 0, bodyTop: 0 };
  #frame: number;
  #last = 0;

  constructor(box: HTMLElement, pointer: { x: number; y: number; began: { x: number; y: number } }) {
    this.#box = box;
    this.#pointer = pointer;
    this.measure();
    this.#frame = requestAnimationFrame((now) => this.#scroll(now));
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  /** Reads the box's place once, so that no frame reads the layout. */
  measure(): void {
    const { left, top, right, bottom } = this.#box.getBoundingClientRect();
    const corner = this.#box.querySelector<HTMLElement>('[data-corner]');
    const body = this.#box.querySelector('[data-body]')?.getBoundingClientRect();
    this.#edges = {
      ...{ right, bottom, left: left + (corner?.offsetWidth ?? 0), top: top + (corner?.offsetHeight ?? 0) },
      bodyLeft: (body?.left ?? 0) + this.#box.scrollLeft,
      bodyTop: (body?.top ?? 0) + this.#box.scrollTop,
    };
  }

  /** The body's corner on the screen, in px. */
  corner(): { left: number; top: number } {
    const { bodyLeft, bodyTop } = this.#edges;
    return { left: bodyLeft - this.#box.scrollLeft, top: bodyTop - this.#box.scrollTop };
  }

  #scroll(now: number): void {
    const share = Math.min(now - this.#last, longestFrameMs) / 1000;
    this.#last = now;
    const { x, y, began } = this.#pointer;
    const { left, top, right, bottom } = this.#edges;
    const dx = speedAt(x, { from: left, to: right, began: began.x }) * share;
    const dy = speedAt(y, { from: top, to: bottom, began: began.y }) * share;
    if (dx || dy) this.#box.scrollBy(dx, dy);
    this.#frame = requestAnimationFrame((next) => this.#scroll(next));
  }
}

/** In px per second, the faster the nearer to the edge. */
function speedAt(at: number, { from, to, began }: { from: number; to: number; began: number }): number {
  if (Math.abs(at - began) < edgePx / 2) return 0;
  const into = at < from + edgePx ? at - from - edgePx : at > to - edgePx ? at - to + edgePx : 0;
  return Math.max(-1, Math.min(1, into / edgePx)) * fastestPxInSecond;
}
