import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let names: Set<string>;
let meanwhile: () => Promise<void>;
beforeEach(() => {
  names = new Set();
  meanwhile = async () => {};
  vi.resetModules();
  vi.stubGlobal('caches', {
    open: async (name: string) => void names.add(name),
    delete: async (name: string) => names.delete(name),
    keys: async () => {
      const all = [...names];
      await meanwhile();
      return all;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the note of a browser’s person does not return after a sign-out, also if its write had begun', async () => {
  const { mayBeFor, notePush } = await import('./push-note.ts');
  const { sealDevice } = await import('../storage/seal.ts');
  await notePush('mia');
  expect([...names]).toEqual(['hearthkeep-push-for-mia']);
  await notePush(null);
  expect([...names]).toEqual(['hearthkeep-push-for-null']);
  meanwhile = async () => {
    meanwhile = async () => {};
    sealDevice();
    await notePush(null);
  };
  await expect(notePush('mia')).rejects.toThrow();
  await expect(notePush('mia')).rejects.toThrow();
  expect([...names]).toEqual(['hearthkeep-push-for-null']);
  expect(await mayBeFor('mia')).toBe(false);
});
