import { isSealed } from './seal.ts';

/**
 * One of the browser's plain storages, which a browser may refuse altogether, or say to be full. Where the device keeps
 * nothing, this page does: then what the device still has is older.
 */
function plain(storage: () => Storage) {
  const kept = new Map<string, string>();
  let keeps = true;
  return {
    /** What stands under a key; `null` for nothing. */
    getItem(key: string): string | null {
      const unkept = kept.get(key);
      if (unkept !== undefined) return unkept;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    /** Keeps a value under a key before it returns: a page that is killed a moment later has kept it. */
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
    /** Whether the device kept what was last written. */
    keeps: () => keeps,
    /** Whether the device has all that was written: what it has not goes with this page. */
    keepsAll: () => kept.size === 0,
    /** What only this page has goes. */
    forgetUnkept: () => kept.clear(),
    clear(): void {
      kept.clear();
      try {
        storage().clear();
      } catch {}
    },
  };
}

/** Of all tabs, until it is taken away. */
export const plainStorage = plain(() => localStorage);
/** Of this tab, until it is closed. */
export const tabStorage = plain(() => sessionStorage);

export const readPlain = plainStorage.getItem;
/** @param value `null` for nothing */
export const writePlain = (key: string, value: string | null): void =>
  value === null ? plainStorage.removeItem(key) : plainStorage.setItem(key, value);
export const plainKeys = plainStorage.keys;

/** Nobody is signed in any more. */
export const forgetUnkept = plainStorage.forgetUnkept;
