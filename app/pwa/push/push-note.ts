import { checkUnsealed } from '../storage/seal.ts';

const prefix = 'hearthkeep-push-for-';

/**
 * Notes the person who gets this browser's notifications, `null` for nobody. The note is the name of an empty cache:
 * a page can write that on a full device, and the worker can read it.
 * @throws after a sign-out, for any person
 */
export async function notePush(person: string | null): Promise<void> {
  const name = prefix + person;
  for (const other of await notes()) {
    if (person !== null) checkUnsealed();
    if (other !== name) await caches.delete(other);
  }
  if (person !== null) checkUnsealed();
  await caches.open(name);
}

/** Whether no note speaks against this person. */
export async function mayBeFor(person: string): Promise<boolean> {
  const all = await notes();
  return !all.length || all.includes(prefix + person);
}

const notes = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(prefix));
