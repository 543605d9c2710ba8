import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  changeUnsent,
  chatUnsentHref,
  countUnsent,
  readDraft,
  readUnsent,
  saveDraft,
  type Unsent,
} from './chat-unsent.ts';
import { forgetUnkept } from './plain-storage.ts';

let isFull: boolean;

/** The browser's plain storage: its keys are its own, what it does is not. */
class PlainStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (Reflect.get(this, key) as string) : null;
  }
  setItem(key: string, value: string): void {
    if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    Reflect.set(this, key, value);
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

beforeEach(() => {
  isFull = false;
  vi.stubGlobal('localStorage', new PlainStorage());
});
afterEach(() => {
  forgetUnkept();
  vi.unstubAllGlobals();
});

const write = (clientId: string) =>
  changeUnsent('mia', (list) => [
    ...list,
    { clientId, conversationId: 'mia', isSupport: false, content: clientId, createdAt: '', refused: null },
  ]);
const ids = (list: readonly Unsent[]) => list.map(({ clientId }) => clientId);

test('what is written on a device that has become full is there, after what it still kept', () => {
  write('a');
  isFull = true;
  write('b');
  write('c');
  expect(ids(readUnsent('mia'))).toEqual(['a', 'b', 'c']);
  expect(countUnsent()).toBe(3);
});

test('what a full device could not keep counts as unsent where it keeps nothing else', () => {
  isFull = true;
  write('a');
  expect(countUnsent()).toBe(1);
});

test('with room again the device keeps all of it', () => {
  isFull = true;
  write('a');
  isFull = false;
  write('b');
  forgetUnkept();
  expect(ids(readUnsent('mia'))).toEqual(['a', 'b']);
});

test('what was sent meanwhile does not come back from what the full device kept before', () => {
  write('a');
  isFull = true;
  write('b');
  changeUnsent('mia', (list) => list.filter(({ clientId }) => clientId !== 'a'));
  expect(ids(readUnsent('mia'))).toEqual(['b']);
  changeUnsent('mia', () => []);
  expect(readUnsent('mia')).toEqual([]);
  expect(countUnsent()).toBe(0);
});

test('a draft on a full device is the newest', () => {
  saveDraft('mia', 'mia', 'Hel');
  isFull = true;
  saveDraft('mia', 'mia', 'Hello');
  expect(readDraft('mia', 'mia')).toBe('Hello');
});

test('where the browser has no storage, what is written counts for as long as the page lives', () => {
  vi.stubGlobal('localStorage', undefined);
  write('a');
  expect(ids(readUnsent('mia'))).toEqual(['a']);
  expect(countUnsent()).toBe(1);
});

test('it is looked for where it was written: in one’s own chat, or where the team answers', () => {
  const own = { conversationId: 'mia', isSupport: false };
  const to = (conversationId: string) => ({ conversationId, isSupport: true });
  expect(chatUnsentHref([own, own])).toBe('/?chat=open');
  expect(chatUnsentHref([to('ben'), to('ben')])).toBe('/admin/support/ben');
  expect(chatUnsentHref([to('ben'), to('mia')])).toBe('/admin/support');
  expect(chatUnsentHref([to('ben'), own])).toBe('/admin/support');
});
