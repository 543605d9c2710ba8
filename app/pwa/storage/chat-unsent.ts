import { useMemo, useSyncExternalStore } from 'react';
import { chatHref } from '../../../api/contract/facts/push-payload.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { chatDraftPrefix } from './drafts.ts';
import { plainKeys, readPlain, writePlain } from './plain-storage.ts';

/** A live chat message that its writer's device keeps until the server has answered. */
export interface Unsent {
  /** The message's own id: however often it is sent, the server stores it once. */
  clientId: string;
  conversationId: string;
  /** Whether the message is from the team. */
  isSupport: boolean;
  content: string;
  createdAt: string;
  /**
   * The newest message that the writer saw, `null` without one; only for the team. If a colleague has answered since,
   * the server asks the writer to read that first.
   */
  lastSeenId?: string | null;
  /** The reason of the server's refusal, for a person; `null` while the message waits. */
  refused: string | null;
}

/**
 * The list is kept under the person in the browser's plain storage, as drafts are: all tabs read the same list, text
 * is stored before it is sent, and signing out removes it with the rest.
 */
const unsentKey = (userId: string) => `hearthkeep-chat-unsent:${userId}`;
const draftKey = (userId: string, conversationId: string) => `${chatDraftPrefix}${userId}:${conversationId}`;

/** Unsent messages in the order of writing. */
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

/** Changes the list as stored now, which another tab may have changed since. */
export function changeUnsent(userId: string, change: (list: Unsent[]) => Unsent[]): Unsent[] {
  const next = change(readUnsent(userId));
  writePlain(unsentKey(userId), next.length ? JSON.stringify(next) : null);
  for (const listener of listeners) listener();
  return next;
}

/** Calls `listener` whenever the list may have changed, in this tab or another. @returns a function that ends it */
function onUnsent(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The list, updated live; also before the chat's own code is loaded. */
export function useChatUnsent(userId: string): Unsent[] {
  const kept = useSyncExternalStore(onUnsent, () => readPlain(unsentKey(userId)));
  return useMemo(() => unsentIn(kept), [kept]);
}

/**
 * The address of unsent messages: the person's own chat, which is a dialog; for the team the conversation, or the
 * list for several.
 */
export function chatUnsentHref(list: readonly Pick<Unsent, 'conversationId' | 'isSupport'>[]): string {
  if (!list.some(({ isSupport }) => isSupport)) return chatHref;
  const [id, ...others] = new Set(list.map(({ conversationId }) => conversationId));
  return id === undefined || others.length ? hrefs.adminSupport : hrefs.adminConversation(id);
}

/** The number of the signed-in person's messages that would be lost with the device's storage. */
export function countUnsent(): number {
  const prefix = unsentKey('');
  let sum = 0;
  for (const key of plainKeys())
    if (key.startsWith(prefix)) sum += readUnsent(key.slice(prefix.length)).length;
  return sum;
}

/** Whether a `storage` event of another tab is about the list. */
export const isUnsentOf = (userId: string, key: string | null): boolean => key === unsentKey(userId);

export const readDraft = (userId: string, conversationId: string): string =>
  readPlain(draftKey(userId, conversationId)) ?? '';
export const saveDraft = (userId: string, conversationId: string, text: string): void =>
  writePlain(draftKey(userId, conversationId), text || null);
