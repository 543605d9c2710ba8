import { isSealed } from './seal.ts';

/**
 * One of the browser's plain storages, which a browser may refuse altogether, or report as full. If the device
 * cannot store a value, this page keeps it: the device's value is then older.
 */
function plain(storage: () => Storage) {
  const kept = new Map<string, string>();
  let keeps = true;
  return {
    /** The value of a key; `null` without one. */
    getItem(key: string): string | null {
      const unkept = kept.get(key);
      if (unkept !== undefined) return unkept;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    /** Stores a value before it returns: it survives a page that is killed a moment later. */
    setItem(key: string, value: string): void {
      if (isSealed()) return;
      kept.delete(key);
      try {
        storage().setItem(key, value);
        keeps = true;
      } catch {
        keeps = false;
        kept.set(key, value);
      }
    },
    removeItem(key: string): void {
      kept.delete(key);
      try {
        storage().removeItem(key);
      } catch {}
    },
    keys(): Set<string> {
      let stored: string[] = [];
      try {
        stored = Object.keys(storage());
      } catch {}
      return new Set([...stored, ...kept.keys()]);
    },
    /** Whether the device stored the last written value. */
    keeps: () => keeps,
    /** Whether the device has all written values; the others are lost with this page. */
    keepsAll: () => kept.size === 0,
    /** Drops the values that only this page has. */
    forgetUnkept: () => kept.clear(),
    clear(): void {
      kept.clear();
      try {
        storage().clear();
      } catch {}
    },
  };
}

/** Storage for all tabs, until it is removed. */
export const plainStorage = plain(() => localStorage);
/** Storage for this tab, until it is closed. */
export const tabStorage = plain(() => sessionStorage);

export const readPlain = plainStorage.getItem;
/** @param value `null` removes the key */
export const writePlain = (key: string, value: string | null): void =>
  value === null ? plainStorage.removeItem(key) : plainStorage.setItem(key, value);
export const plainKeys = plainStorage.keys;

/** Called when nobody is signed in any more. */
export const forgetUnkept = plainStorage.forgetUnkept;
