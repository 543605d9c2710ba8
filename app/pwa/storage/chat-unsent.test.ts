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

/** The browser's plain storage: its keys are its own, its functions are not. */
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

test('messages written on a device that has become full are there, after the stored ones', () => {
  write('a');
  isFull = true;
  write('b');
  write('c');
  expect(ids(readUnsent('mia'))).toEqual(['a', 'b', 'c']);
  expect(countUnsent()).toBe(3);
});

test('messages that a full device could not store count as unsent if it stores nothing else', () => {
  isFull = true;
  write('a');
  expect(countUnsent()).toBe(1);
});

test('a device with room again stores all of them', () => {
  isFull = true;
  write('a');
  isFull = false;
  write('b');
  forgetUnkept();
  expect(ids(readUnsent('mia'))).toEqual(['a', 'b']);
});

test('messages sent meanwhile do not return from the full device’s earlier list', () => {
  write('a');
  isFull = true;
  write('b');
  changeUnsent('mia', (list) => list.filter(({ clientId }) => clientId !== 'a'));
  expect(ids(readUnsent('mia'))).toEqual(['b']);
  changeUnsent('mia', () => []);
  expect(readUnsent('mia')).toEqual([]);
  expect(countUnsent()).toBe(0);
});

test('a draft on a full device is the newest one', () => {
  saveDraft('mia', 'mia', 'Hel');
  isFull = true;
  saveDraft('mia', 'mia', 'Hello');
  expect(readDraft('mia', 'mia')).toBe('Hello');
});

test('a browser without storage counts messages as long as the page lives', () => {
  vi.stubGlobal('localStorage', undefined);
  write('a');
  expect(ids(readUnsent('mia'))).toEqual(['a']);
  expect(countUnsent()).toBe(1);
});

test('unsent messages are found where they were written: in the own chat, or on the team’s pages', () => {
  const own = { conversationId: 'mia', isSupport: false };
  const to = (conversationId: string) => ({ conversationId, isSupport: true });
  expect(chatUnsentHref([own, own])).toBe('/?chat=open');
  expect(chatUnsentHref([to('ben'), to('ben')])).toBe('/admin/support/ben');
  expect(chatUnsentHref([to('ben'), to('mia')])).toBe('/admin/support');
  expect(chatUnsentHref([to('ben'), own])).toBe('/admin/support');
});
