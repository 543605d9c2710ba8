import { plainStorage, readPlain, tabStorage, writePlain } from './plain-storage.ts';

/** Notes about the device, not about a person: they survive a sign-out. */
const prefix = 'hearthkeep-device:';

export const readNote = (name: string): string | null => readPlain(prefix + name);
/** A device that can store nothing, or is full, keeps the note as long as the page exists. */
export const writeNote = (name: string, value: string): void => writePlain(prefix + name, value);

/** Clears plain storage, except the notes about the device. */
export function forgetAllButNotes(): void {
  tabStorage.clear();
  for (const name of plainStorage.keys()) if (!name.startsWith(prefix)) plainStorage.removeItem(name);
}
