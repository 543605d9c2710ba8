import { plainStorage, readPlain, tabStorage, writePlain } from './plain-storage.ts';

/** What is noted of the device, and of nobody: it outlives who is signed in. */
const prefix = 'hearthkeep-device:';

export const readNote = (name: string): string | null => readPlain(prefix + name);
/** A device that keeps nothing, or is full, keeps it for as long as the page is there. */
export const writeNote = (name: string, value: string): void => writePlain(prefix + name, value);

/** Takes away all that is stored in plain, but what is noted of the device. */
export function forgetAllButNotes(): void {
  tabStorage.clear();
  for (const name of plainStorage.keys()) if (!name.startsWith(prefix)) plainStorage.removeItem(name);
}
