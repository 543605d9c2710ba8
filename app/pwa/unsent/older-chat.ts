import { outboxStore } from '../outbox/store.ts';
import { plainKeys, readPlain, writePlain } from '../storage/plain-storage.ts';
import type { Entry } from './work.ts';

/** A message of the live chat as earlier releases kept it in plain storage, in a list under its writer. */
interface OlderUnsent {
  clientId: string;
  conversationId: string;
  isSupport: boolean;
  content: string;
  createdAt: string;
  lastSeenId?: string | null;
  /** The reason of the server's refusal; `null` while the message waited. */
  refused: string | null;
}

const prefix = 'hearthkeep-chat-unsent:';
const isOlder = (key: string): boolean => key.startsWith(prefix);

/** Whether this device has messages of an earlier release. */
export const hasOlderChat = (): boolean => [...plainKeys()].some(isOlder);

/** The number of messages that are still where an earlier release kept them: the outbox could not take them. */
export const countOlderChat = (): number =>
  [...plainKeys()].filter(isOlder).reduce((sum, key) => sum + listIn(readPlain(key)).length, 0);

/**
 * Moves the messages of an earlier release, of every person, into the outbox, under their own ids: one that such a
 * release has sent meanwhile, in another tab, is stored once. A message leaves plain storage once the outbox has it, so
 * a page that is killed in between moves it again, and the outbox keeps one.
 * @throws if the outbox cannot be written; the messages stay where they are
 */
export async function moveOlderChat(): Promise<void> {
  for (const key of [...plainKeys()].filter(isOlder)) {
    const userId = key.slice(prefix.length);
    const moved = listIn(readPlain(key));
    await outboxStore.adopt(moved.map((unsent) => entryOf(userId, unsent)));
    const ids = new Set(moved.map(({ clientId }) => clientId));
    // A tab of the earlier release may have added one meanwhile.
    const left = listIn(readPlain(key)).filter(({ clientId }) => !ids.has(clientId));
    writePlain(key, left.length ? JSON.stringify(left) : null);
  }
}

function listIn(kept: string | null): OlderUnsent[] {
  try {
    const list: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(list) ? list.filter(isUnsent) : [];
  } catch {
    return [];
  }
}

/** Anything else is no message that could be sent, and must not keep the others waiting. */
const isUnsent = (one: Partial<OlderUnsent> | null): one is OlderUnsent =>
  [one?.clientId, one?.conversationId, one?.content, one?.createdAt].every(
    (text) => typeof text === 'string',
  );

function entryOf(
  userId: string,
  { clientId, conversationId, isSupport, content, createdAt, lastSeenId, refused }: OlderUnsent,
): Omit<Entry, 'seq'> {
  const seen = lastSeenId !== undefined && { lastSeenId };
  return {
    clientId,
    userId,
    bookingId: conversationId,
    work: { kind: 'chat', isSupport, content, ...seen },
    createdAt,
    state: typeof refused !== 'string' ? 'waiting' : 'failed',
    code: null,
    reason: refused ?? null,
    attempts: 0,
    notBefore: 0,
  };
}
