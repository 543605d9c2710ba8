import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readChatDraft, saveChatDraft } from './drafts.ts';
import { forgetUnkept } from './plain-storage.ts';

let isFull: boolean;
beforeEach(() => {
  isFull = false;
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      kept.set(key, value);
    },
  });
});
afterEach(() => {
  forgetUnkept();
  vi.unstubAllGlobals();
});

test('a draft on a full device is the newest one', () => {
  saveChatDraft('mia', 'mia', 'Hel');
  isFull = true;
  saveChatDraft('mia', 'mia', 'Hello');
  expect(readChatDraft('mia', 'mia')).toBe('Hello');
});
