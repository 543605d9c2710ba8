import { vi } from 'vitest';

/** A storage of a browser, in memory. */
export function aStore(kept = new Map<string, string>()) {
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

/** A storage that can be asked for its keys, as a browser's: they are its own, its functions are not. */
export class PlainStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (Reflect.get(this, key) as string) : null;
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value);
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

/** Marks this page as that of a signed-in person. */
export const signedInAs = (mark: string) => vi.stubGlobal('document', { cookie: `hearthkeep-in=${mark}` });

/** A page of a signed-in person, on a device that stores nothing yet. */
export function stubDevice(mark: string): void {
  vi.stubGlobal('localStorage', aStore());
  vi.stubGlobal('sessionStorage', aStore());
  signedInAs(mark);
}
