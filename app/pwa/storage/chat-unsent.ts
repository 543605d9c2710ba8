import { useMemo, useSyncExternalStore } from 'react';
import { chatHref } from '../../../api/contract/push-payload.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { chatDraftPrefix } from './drafts.ts';
import { plainKeys, readPlain, writePlain } from './plain-storage.ts';

/** A message of a live chat that its writer's device holds until the server has answered for it. */
export interface Unsent {
  /** Its own id: however often it is sent, the server stores it once. */
  clientId: string;
  conversationId: string;
  /** Whether it is the team's word. */
  isSupport: boolean;
  content: string;
  createdAt: string;
  /**
   * Of the team's: the newest message that its writer had before them, `null` where there was none. What a colleague
   * has answered since, the server has the writer read first.
   */
  lastSeenId?: string | null;
  /** Why the server refused it, for a person; `null` while it is to be sent. */
  refused: string | null;
}

/**
 * Kept under the person in the browser's plain storage, as drafts are: all tabs read the same, what is written is there
 * before anything is sent, and signing out forgets it with the rest.
 */
const unsentKey = (userId: string) => `hearthkeep-chat-unsent:${userId}`;
const draftKey = (userId: string, conversationId: string) => `${chatDraftPrefix}${userId}:${conversationId}`;

/** In the order of writing. */
export const readUnsent = (userId: string): Unsent[] => unsentIn(readPlain(unsentKey(userId)));

function unsentIn(kept: string | null): Unsent[] {
  try {
    const list: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

const listeners = new Set<() => void>();

/** Changes what is kept now, which another tab may have changed since. */
export function changeUnsent(userId: string, change: (list: Unsent[]) => Unsent[]): Unsent[] {
  const next = change(readUnsent(userId));
  writePlain(unsentKey(userId), next.length ? JSON.stringify(next) : null);
  for (const listener of listeners) listener();
  return next;
}

/** Calls `listener` whenever what is kept may be another, by this tab or one beside it. @returns what ends it */
function onUnsent(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The same as it is read, followed; also before the chat's own code is there. */
export function useChatUnsent(userId: string): Unsent[] {
  const kept = useSyncExternalStore(onUnsent, () => readPlain(unsentKey(userId)));
  return useMemo(() => unsentIn(kept), [kept]);
}

/** Where it is: one's own chat, which is a dialog; what the team wrote, in its conversation, of several in their list. */
export function chatUnsentHref(list: readonly Pick<Unsent, 'conversationId' | 'isSupport'>[]): string {
  if (!list.some(({ isSupport }) => isSupport)) return chatHref;
  const [id, ...others] = new Set(list.map(({ conversationId }) => conversationId));
  return id === undefined || others.length ? hrefs.adminSupport : hrefs.adminConversation(id);
}

/** How many messages of whoever is signed in here would be lost with the device's storage. */
export function countUnsent(): number {
  const prefix = unsentKey('');
  let sum = 0;
  for (const key of plainKeys())
    if (key.startsWith(prefix)) sum += readUnsent(key.slice(prefix.length)).length;
  return sum;
}

/** Whether a `storage` event of another tab is about it. */
export const isUnsentOf = (userId: string, key: string | null): boolean => key === unsentKey(userId);

export const readDraft = (userId: string, conversationId: string): string =>
  readPlain(draftKey(userId, conversationId)) ?? '';
export const saveDraft = (userId: string, conversationId: string, text: string): void =>
  writePlain(draftKey(userId, conversationId), text || null);
