import { checkUnsealed } from '../storage/seal.ts';

const prefix = 'hearthkeep-push-for-';

/**
 * Notes whom this browser tells of news, `null` for nobody any more. In the name of a cache with nothing in it: a page
 * can leave that on a device that keeps no more, and the worker can read it.
 * @throws after a sign-out, for anybody
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

/** Whether nothing is noted that speaks against it. */
export async function mayBeFor(person: string): Promise<boolean> {
  const all = await notes();
  return !all.length || all.includes(prefix + person);
}

const notes = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(prefix));
