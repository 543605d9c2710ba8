import { plainKeys, plainStorage, readPlain, writePlain } from './plain-storage.ts';

const prefix = 'hearthkeep-draft:';
/** The live chat's, which `chat-unsent.ts` keeps. */
export const chatDraftPrefix = 'hearthkeep-chat-draft:';
const prefixes = [prefix, chatDraftPrefix];

/**
 * What is being typed, per person and place: in the browser's plain storage, which has it before the next key is
 * pressed, where a write to IndexedDB would be lost with a page that is closed in that moment.
 */
const draftKey = (userId: string, place: string) => `${prefix}${userId}:${place}`;

export const readDraft = (userId: string, place: string): string => readPlain(draftKey(userId, place)) ?? '';
export const saveDraft = (userId: string, place: string, text: string): void =>
  writePlain(draftKey(userId, place), text || null);

const isDraft = (key: string): boolean => prefixes.some((of) => key.startsWith(of));
const isOf = (userId: string, key: string): boolean =>
  prefixes.some((of) => key.startsWith(`${of}${userId}:`));

/** Whether this person has anything typed on this device that was not sent. */
export const hasDrafts = (userId: string): boolean => [...plainKeys()].some((key) => isOf(userId, key));

/** What anybody else was typing on this device goes. */
export function dropOthersDrafts(userId: string): void {
  for (const key of plainKeys()) if (isDraft(key) && !isOf(userId, key)) writePlain(key, null);
}

/** What to know where what is typed is kept by this page alone; '' otherwise. */
export const draftNote = (): string =>
  plainStorage.keeps() ? '' : 'This device can’t keep what you type. Send it before you leave.';
