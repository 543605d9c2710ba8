import { type Carried, type Geometry, type Target, targetAfter, targetAt } from './carry.ts';
import type { Column, Visit } from './columns.ts';

/** How long a finger rests before it lifts a visit, in ms. */
const restMs = 350;
/** How far a finger or a mouse may stray before it means something else, in px. */
const strayPx = { touch: 10, mouse: 4 };
/** The edge at which the calendar scrolls under a carried visit, and the most px of a frame. */
const edgePx = 56;
const fastestPx = 14;

/** The calendar as it is now. */
export interface Scene {
  columns: readonly Pick<Column, 'key'>[];
  /** The visit of an element, with its column's key. */
  visitOf: (element: HTMLElement) => { visit: Visit; column: string } | null;
  /** The target at which a visit stands; `null` for one that stays. */
  liftedFrom: (visit: Visit, column: string) => Target | null;
  onOpen: (visit: Visit) => void;
  onDrop: (carried: Carried) => void;
}

/** A pointer on a visit, which is lifted once it has a geometry. */
interface Press {
  id: number;
  visit: Visit;
  column: string;
  isTouch: boolean;
  /** Where it was pressed, and where it is. */
  began: { x: number; y: number };
  x: number;
  y: number;
  /** From the visit's top. */
  grabY: number;
  timer?: ReturnType<typeof setTimeout>;
  geometry?: Geometry;
}

/**
 * Carries visits by mouse, by a finger that rests, and by keyboard: Enter lifts, arrows carry, Enter drops, Escape puts
 * back. The listeners are the browser's own, since only those may keep a finger from scrolling.
 */
export class Carrier {
  readonly #box: HTMLElement;
  readonly #scene: () => Scene;
  readonly #show: (carried: Carried | null) => void;
  #carried: Carried | null = null;
  #press: Press | null = null;
  #frame = 0;
  /** Whether the next click is a carried visit's own, which opens nothing. */
  #skipsClick = false;

  /**
   * @param box the element that scrolls, with the columns in an element with `data-body`
   * @param show called with each new target
   */
  constructor(box: HTMLElement, scene: () => Scene, show: (carried: Carried | null) => void) {
    this.#box = box;
    this.#scene = scene;
    this.#show = show;
  }

  /** @returns a function that ends it */
  listen(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const box = this.#box;
    // The hours can be scrolled by keyboard, also if nothing in them can take the focus.
    box.tabIndex = 0;
    box.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    box.addEventListener('click', (event) => this.#click(event), { signal });
    box.addEventListener('keydown', (event) => this.#key(event), { signal });
    // Whoever goes elsewhere has let go of what keys carry.
    box.addEventListener('focusout', () => this.#carried?.by === 'keys' && this.#end(false), { signal });
    // A long press lifts a visit and asks for no menu.
    box.addEventListener('contextmenu', (event) => this.#press?.isTouch && event.preventDefault(), {
      signal,
    });
    const still = (event: TouchEvent) => this.#press?.geometry && event.cancelable && event.preventDefault();
    box.addEventListener('touchmove', still, { signal, passive: false });
    window.addEventListener('pointermove', (event) => this.#move(event), { signal });
    window.addEventListener('pointerup', (event) => this.#up(event), { signal });
    window.addEventListener('pointercancel', (event) => this.#up(event), { signal });
    const letGo = ({ key }: KeyboardEvent) => key === 'Escape' && this.#press && this.#end(false);
    window.addEventListener('keydown', letGo, { signal });
    return () => {
      stop.abort();
      this.#end(false);
    };
  }

  #set(carried: Carried | null): void {
    this.#carried = carried;
    this.#show(carried);
  }

  #end(drops: boolean): void {
    const carried = this.#carried;
    clearTimeout(this.#press?.timer);
    cancelAnimationFrame(this.#frame);
    this.#press = null;
    if (carried) this.#set(null);
    if (drops && carried) this.#scene().onDrop(carried);
  }

  #down(event: PointerEvent): void {
    this.#skipsClick = false;
    const found = this.#found(event);
    if (!found || event.button !== 0 || !event.isPrimary || this.#carried) return;
    const { element, visit, column } = found;
    if (!this.#scene().liftedFrom(visit, column)) return;
    const [x, y] = [event.clientX, event.clientY];
    const isTouch = event.pointerType !== 'mouse';
    this.#press = {
      ...{ id: event.pointerId, visit, column, isTouch, x, y, began: { x, y } },
      grabY: y - element.getBoundingClientRect().top,
      ...(isTouch && { timer: setTimeout(() => this.#lift(), restMs) }),
    };
  }

  #lift(): void {
    const press = this.#press;
    const from = press && this.#scene().liftedFrom(press.visit, press.column);
    if (!press || !from) return;
    clearTimeout(press.timer);
    press.geometry = geometryOf(this.#box);
    this.#skipsClick = true;
    this.#set({ visit: press.visit, from: press.column, target: from, by: 'pointer' });
    const next = () => {
      if (scrollAtEdge(this.#box, press)) this.#follow();
      this.#frame = requestAnimationFrame(next);
    };
    this.#frame = requestAnimationFrame(next);
  }

  #move(event: PointerEvent): void {
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    press.x = event.clientX;
    press.y = event.clientY;
    const way = Math.hypot(press.x - press.began.x, press.y - press.began.y);
    if (press.geometry) this.#follow();
    // A finger that moves first scrolls.
    else if (press.isTouch && way > strayPx.touch) this.#end(false);
    else if (!press.isTouch && way > strayPx.mouse) this.#lift();
  }

  #follow(): void {
    const press = this.#press;
    const body = bodyOf(this.#box)?.getBoundingClientRect();
    if (!this.#carried || !press?.geometry || !body) return;
    const target = targetAt(press.geometry, { x: press.x - body.left, y: press.y - body.top - press.grabY });
    const { column, minute } = this.#carried.target;
    if (target && (target.column !== column || target.minute !== minute))
      this.#set({ ...this.#carried, target });
  }

  #up(event: PointerEvent): void {
    if (this.#press?.id === event.pointerId) this.#end(event.type === 'pointerup');
  }

  #click(event: MouseEvent): void {
    const found = this.#found(event);
    if (found && !this.#skipsClick && !this.#carried) this.#scene().onOpen(found.visit);
    this.#skipsClick = false;
  }

  #key(event: KeyboardEvent): void {
    const carried = this.#carried;
    if (carried?.by === 'keys') this.#carryByKey(event, carried);
    if (event.key !== 'Enter' || carried) return;
    const found = this.#found(event);
    const from = found && this.#scene().liftedFrom(found.visit, found.column);
    // Enter on a visit that stays is a click, which opens it, as the space bar does on any.
    if (!found || !from) return;
    event.preventDefault();
    this.#set({ visit: found.visit, from: found.column, target: from, by: 'keys' });
  }

  #carryByKey(event: KeyboardEvent, carried: Carried): void {
    const target = targetAfter(carried.target, event.key, this.#scene().columns);
    if (target) this.#set({ ...carried, target });
    else if (event.key === 'Enter' || event.key === 'Escape') this.#end(event.key === 'Enter');
    else if (event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
  }

  #found({ target }: Event) {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-visit]') : null;
    const found = element && this.#scene().visitOf(element);
    return found && { ...found, element };
  }
}

const bodyOf = (box: HTMLElement): HTMLElement | null => box.querySelector('[data-body]');

function geometryOf(box: HTMLElement): Geometry {
  const body = bodyOf(box);
  const columns = [...(body?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
  return {
    columns: columns.map((column) => ({ key: column.dataset.column ?? '', left: column.offsetLeft })),
    height: body?.clientHeight ?? 1,
  };
}

/**
 * Scrolls where the pointer is at an edge of the columns to which it was carried: a visit that was lifted there stays.
 * @returns whether it did
 */
function scrollAtEdge(box: HTMLElement, { x, y, began }: Pick<Press, 'x' | 'y' | 'began'>): boolean {
  const edges = box.getBoundingClientRect();
  const corner = box.querySelector('[data-corner]')?.getBoundingClientRect();
  const [left, top] = [edges.left + (corner?.width ?? 0), edges.top + (corner?.height ?? 0)];
  const dx = speedAt(x, { from: left, to: edges.right, began: began.x });
  const dy = speedAt(y, { from: top, to: edges.bottom, began: began.y });
  if (!dx && !dy) return false;
  const before = [box.scrollLeft, box.scrollTop];
  box.scrollBy(dx, dy);
  return before[0] !== box.scrollLeft || before[1] !== box.scrollTop;
}

function speedAt(at: number, { from, to, began }: { from: number; to: number; began: number }): number {
  if (Math.abs(at - began) < edgePx / 2) return 0;
  const into = at < from + edgePx ? at - from - edgePx : at > to - edgePx ? at - to + edgePx : 0;
  return Math.max(-fastestPx, Math.min(fastestPx, (into / edgePx) * fastestPx));
}
