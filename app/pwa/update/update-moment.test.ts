import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A field with typed text, in a form that keeps it or in one that does not. */
class Field extends EventTarget {
  isConnected = true;
  value = 'The gate sticks, and';
  type = 'text';
  kept = true;
  closest(selector: string) {
    return this.kept && selector === '[data-kept]' ? this : null;
  }
}

let full: boolean;
const stores = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => kept.delete(name),
    setItem: (name: string, value: string) => {
      if (full) throw new DOMException('Full', 'QuotaExceededError');
      kept.set(name, value);
    },
  };
};
let windowEvents: EventTarget;
beforeEach(() => {
  full = false;
  vi.resetModules();
  windowEvents = new EventTarget();
  vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents));
  vi.stubGlobal('document', { querySelector: () => null, activeElement: null, cookie: '' });
  vi.stubGlobal('localStorage', stores());
  vi.stubGlobal('sessionStorage', stores());
  vi.stubGlobal('HTMLInputElement', Field);
  vi.stubGlobal('HTMLTextAreaElement', class {});
});
afterEach(() => vi.unstubAllGlobals());

async function aPage() {
  const { isGoodMoment, watchTyping } = await import('./update-moment.ts');
  const { plainStorage, tabStorage } = await import('../storage/plain-storage.ts');
  watchTyping();
  const type = (field: Field) => {
    const event = new Event('input');
    Object.defineProperty(event, 'target', { value: field });
    windowEvents.dispatchEvent(event);
  };
  return { isGoodMoment, type, plainStorage, tabStorage };
}

test('typed text is no reason to wait in a form that keeps it; in others it is', async () => {
  const { isGoodMoment, type } = await aPage();
  const field = new Field();
  type(field);
  expect(isGoodMoment()).toBe(true);
  field.kept = false;
  expect(isGoodMoment()).toBe(false);
});

test('a page with photos that the device could not store has no good moment either', async () => {
  const { isGoodMoment } = await aPage();
  const { inHand } = await import('../photos/in-hand.ts');
  inHand.set('b1', new Map([['p1', null]]));
  expect(isGoodMoment()).toBe(false);
  inHand.clear();
  expect(isGoodMoment()).toBe(true);
});

test.each(['plainStorage', 'tabStorage'] as const)(
  'values that a full device did not store are not lost to a newer version (%s)',
  async (which) => {
    const page = await aPage();
    const field = new Field();
    page.type(field);
    full = true;
    page[which].setItem('draft', field.value);
    expect(page.isGoodMoment()).toBe(false);
    // The page of the field has been left.
    field.isConnected = false;
    expect(page.isGoodMoment()).toBe(false);
    // A smaller value has room.
    full = false;
    page[which].setItem('note', '1');
    expect(page.isGoodMoment()).toBe(false);
    page[which].setItem('draft', field.value);
    expect(page.isGoodMoment()).toBe(true);
  },
);
