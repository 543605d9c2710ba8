import { feelDone } from '../../lib/cache/feel.ts';
import { type Carried, type Geometry, placeAt, type Target, targetAfter, targetAt } from './carry.ts';
import type { Column, Visit } from './columns.ts';
import { EdgeScroll } from './edge-scroll.ts';

/** How long a finger or a pen rests before it lifts a visit, in ms. */
const restMs = 350;
/** How far a finger or a mouse may stray before it means something else, in px. */
const strayPx = { touch: 10, mouse: 4 };

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

/** A pointer on a visit, which is lifted once there is a scroll at the edges. */
interface Press {
  id: number;
  element: HTMLElement;
  visit: Visit;
  home: Target;
  isTouch: boolean;
  /** Where it was pressed, and where it is. */
  began: { x: number; y: number };
  x: number;
  y: number;
  /** From the visit's top. */
  grabY: number;
  timer?: ReturnType<typeof setTimeout>;
  edges?: EdgeScroll;
}

/**
 * Carries visits by mouse, by a finger or a pen that rests, and by keyboard: Enter lifts, arrows carry, Enter drops,
 * Escape puts back. The listeners are the browser's own, since only those may keep a finger from scrolling. It tells its
 * listeners of each new place, so that nothing else is rendered at a step.
 */
export class Carrier {
  readonly #listeners = new Set<() => void>();
  #box: HTMLElement | null = null;
  #scene: () => Scene = () => emptyScene;
  #carried: Carried | null = null;
  #geometry: Geometry = { columns: [], height: 1 };
  #press: Press | null = null;
  /** Whether a pointer's next click is a carried visit's own, which opens nothing. */
  #skipsClick = false;

  /** What is carried now, and where; another object at each step. */
  readonly carried = (): Carried | null => this.#carried;

  /** @returns a function that ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * @param box the element that scrolls, with the columns in an element with `data-body`
   * @returns a function that ends it
   */
  listen(box: HTMLElement, scene: () => Scene): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    this.#box = box;
    this.#scene = scene;
    // The hours can be scrolled by keyboard, also if nothing in them can take the focus.
    box.tabIndex = 0;
    box.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    box.addEventListener('click', (event) => this.#click(event), { signal });
    box.addEventListener('keydown', (event) => this.#key(event), { signal });
    box.addEventListener('scroll', () => this.#follow(), { signal, passive: true });
    // Whoever goes elsewhere has let go of what keys carry.
    box.addEventListener('focusout', () => this.#carried?.by === 'keys' && this.#end(false), { signal });
    // A long press lifts a visit and asks for no menu.
    box.addEventListener('contextmenu', (event) => this.#press?.isTouch && event.preventDefault(), {
      signal,
    });
    box.addEventListener('touchmove', this.#still, { signal, passive: false });
    window.addEventListener('pointermove', (event) => this.#move(event), { signal });
    window.addEventListener('pointerup', (event) => this.#up(event), { signal });
    window.addEventListener('pointercancel', (event) => this.#up(event), { signal });
    const letGo = ({ key }: KeyboardEvent) => key === 'Escape' && this.#press && this.#end(false);
    window.addEventListener('keydown', letGo, { signal });
    // A tablet that is turned, a keyboard that comes up.
    const sizes = new ResizeObserver(() => this.measure());
    sizes.observe(box);
    return () => {
      stop.abort();
      sizes.disconnect();
      this.#end(false);
    };
  }

  /** Reads where the columns are, after they have changed while a visit is carried. */
  measure(): void {
    const carried = this.#carried;
    if (!this.#box || !carried) return;
    this.#geometry = geometryOf(this.#box);
    this.#press?.edges?.measure();
    if (carried.by === 'pointer') this.#follow();
    else if (!this.#carryTo(carried.target)) this.#end(false);
  }

  #set(carried: Carried | null): void {
    this.#carried = carried;
    for (const listener of this.#listeners) listener();
  }

  /** @returns whether the target's column is there */
  #carryTo(target: Target): boolean {
    const place = placeAt(this.#geometry, target);
    if (!this.#carried || !place) return false;
    if (differs(this.#carried, { target, place })) this.#set({ ...this.#carried, target, place });
    return true;
  }

  #begin(box: HTMLElement, lifted: Pick<Carried, 'visit' | 'home' | 'by'>): void {
    this.#geometry = geometryOf(box);
    const place = placeAt(this.#geometry, lifted.home);
    if (place) this.#set({ ...lifted, target: lifted.home, place });
  }

  #end(drops: boolean): void {
    const carried = this.#carried;
    const press = this.#press;
    clearTimeout(press?.timer);
    press?.edges?.stop();
    press?.element.removeEventListener('touchmove', this.#still);
    this.#press = null;
    if (carried) this.#set(null);
    if (drops && carried) this.#scene().onDrop(carried);
  }

  /** Keeps a carried visit's finger from scrolling, and from pulling the page. */
  readonly #still = (event: TouchEvent): void => {
    if (!this.#press?.edges) return;
    if (event.cancelable) event.preventDefault();
    event.stopPropagation();
  };

  #down(event: PointerEvent): void {
    this.#skipsClick = false;
    // Two fingers mean the page.
    if (!event.isPrimary && this.#press && !this.#carried) this.#end(false);
    const found = this.#found(event);
    if (!found || event.button !== 0 || !event.isPrimary || this.#carried) return;
    const { element, visit, column } = found;
    const home = this.#scene().liftedFrom(visit, column);
    if (!home) return;
    const [x, y] = [event.clientX, event.clientY];
    const isTouch = event.pointerType !== 'mouse';
    this.#press = {
      ...{ id: event.pointerId, element, visit, home, isTouch, x, y, began: { x, y } },
      grabY: y - element.getBoundingClientRect().top,
      ...(isTouch && { timer: setTimeout(() => this.#lift(), restMs) }),
    };
  }

  #lift(): void {
    const press = this.#press;
    if (!press || !this.#box) return;
    const { visit, home, element } = press;
    clearTimeout(press.timer);
    press.edges = new EdgeScroll(this.#box, press);
    this.#skipsClick = true;
    if (press.isTouch) feelDone();
    // A touch belongs to the element where it began, also if another's change takes that away.
    element.addEventListener('touchmove', this.#still, { passive: false });
    this.#begin(this.#box, { visit, home, by: 'pointer' });
  }

  #move(event: PointerEvent): void {
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    press.x = event.clientX;
    press.y = event.clientY;
    const way = Math.hypot(press.x - press.began.x, press.y - press.began.y);
    // The button was let go where no event came from.
    if (!press.isTouch && event.buttons === 0) this.#end(false);
    else if (press.edges) this.#follow();
    // A finger that moves first scrolls.
    else if (press.isTouch && way > strayPx.touch) this.#end(false);
    else if (!press.isTouch && way > strayPx.mouse) this.#lift();
  }

  #follow(): void {
    const press = this.#press;
    if (!press?.edges || !this.#carried) return;
    const { left, top } = press.edges.corner();
    const point = { x: press.x - left, y: press.y - top - press.grabY };
    const target = targetAt(this.#geometry, point, press.home);
    if (target) this.#carryTo(target);
  }

  #up(event: PointerEvent): void {
    if (this.#press?.id === event.pointerId) this.#end(event.type === 'pointerup');
  }

  #click(event: MouseEvent): void {
    const found = this.#found(event);
    // A key's click has no detail.
    const skips = this.#skipsClick && event.detail > 0;
    this.#skipsClick = false;
    if (found && !skips && !this.#carried) this.#scene().onOpen(found.visit);
  }

  #key(event: KeyboardEvent): void {
    const carried = this.#carried;
    if (carried?.by === 'keys') this.#carryByKey(event, carried);
    if (event.key !== 'Enter' || carried || !this.#box) return;
    const found = this.#found(event);
    const home = found && this.#scene().liftedFrom(found.visit, found.column);
    // Enter on a visit that stays is a click, which opens it, as the space bar does on any.
    if (!found || !home) return;
    event.preventDefault();
    if (!event.repeat) this.#begin(this.#box, { visit: found.visit, home, by: 'keys' });
  }

  #carryByKey(event: KeyboardEvent, carried: Carried): void {
    const target = targetAfter(carried.target, event.key, this.#scene().columns);
    if (target) this.#carryTo(target);
    else if (event.key === 'Escape') this.#end(false);
    // A key that is held down drops nothing that it has just lifted.
    else if (event.key === 'Enter') event.repeat || this.#end(true);
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

const emptyScene: Scene = {
  columns: [],
  visitOf: () => null,
  liftedFrom: () => null,
  onOpen() {},
  onDrop() {},
};

const differs = (one: Pick<Carried, 'target' | 'place'>, other: Pick<Carried, 'target' | 'place'>): boolean =>
  one.target.column !== other.target.column ||
  one.target.minute !== other.target.minute ||
  one.place.left !== other.place.left ||
  one.place.top !== other.place.top ||
  one.place.width !== other.place.width;

function geometryOf(box: HTMLElement): Geometry {
  const body = box.querySelector<HTMLElement>('[data-body]');
  const columns = [...(body?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
  return {
    columns: columns.map((column) => ({
      key: column.dataset.column ?? '',
      ...{ left: column.offsetLeft, width: column.offsetWidth },
    })),
    height: body?.clientHeight ?? 1,
  };
}
