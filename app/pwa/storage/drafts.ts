import { create } from 'zustand';
import { plainKeys, plainStorage, readPlain, writePlain } from './plain-storage.ts';

const prefix = 'hearthkeep-draft:';
/** The live chat's drafts, by conversation. */
const chatDraftPrefix = 'hearthkeep-chat-draft:';
const prefixes = [prefix, chatDraftPrefix];

/**
 * Unfinished texts, per person and place, in the browser's plain storage: it has the text before the next key is
 * pressed, while a write to IndexedDB would be lost with a page closed at that moment.
 */
const draftKey = (userId: string, place: string) => `${prefix}${userId}:${place}`;

/** Counts this page's changes of drafts, for the forms that show one. */
const useChanges = create(() => ({ count: 0 }));

export const readDraft = (userId: string, place: string): string => readPlain(draftKey(userId, place)) ?? '';

/** The same, updated with each change on this page: several forms may show one draft. */
export const useDraft = (userId: string, place: string): string => useChanges(() => readDraft(userId, place));

export function saveDraft(userId: string, place: string, text: string): void {
  writePlain(draftKey(userId, place), text || null);
  useChanges.setState(({ count }) => ({ count: count + 1 }));
}

const chatDraftKey = (userId: string, conversationId: string) =>
  `${chatDraftPrefix}${userId}:${conversationId}`;

export const readChatDraft = (userId: string, conversationId: string): string =>
  readPlain(chatDraftKey(userId, conversationId)) ?? '';
export const saveChatDraft = (userId: string, conversationId: string, text: string): void =>
  writePlain(chatDraftKey(userId, conversationId), text || null);

const isDraft = (key: string): boolean => prefixes.some((of) => key.startsWith(of));
const isOf = (userId: string, key: string): boolean =>
  prefixes.some((of) => key.startsWith(`${of}${userId}:`));

/** Whether this person has unsent text on this device. */
export const hasDrafts = (userId: string): boolean => [...plainKeys()].some((key) => isOf(userId, key));

/** Drops the texts of other persons on this device. */
export function dropOthersDrafts(userId: string): void {
  for (const key of plainKeys()) if (isDraft(key) && !isOf(userId, key)) writePlain(key, null);
}

/** A notice for a page that alone keeps the typed text; '' otherwise. */
export const draftNote = (): string =>
  plainStorage.keeps() ? '' : 'This device can’t keep what you type. Send it before you leave.';
