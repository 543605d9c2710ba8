import { customerPaths } from '../../../api/contract/paths/customer-paths.ts';
import type { User } from '../../../api/contract/schemas/people.ts';
import { isJson } from '../../lib/is-json.ts';
import { drain, waitsOf } from '../outbox/drain.ts';
import { type OutboxNews, outboxLock, outboxNews } from '../outbox/news.ts';
import type { OutboxParts } from '../outbox/parts.ts';
import { sender } from '../unsent/send.ts';
import { unsentStore } from '../unsent/store.ts';
import { type Answered, isKnown, type Work } from '../unsent/work.ts';
import { endIn, forgetEnded } from './ended.ts';
import { rememberedId } from './front-page.ts';

const deadlineMs = 10_000;

/** Background Sync's event (https://wicg.github.io/background-sync/spec/), which TypeScript does not know. */
export interface SyncEvent extends Event {
  readonly tag: string;
  waitUntil(work: Promise<unknown>): void;
}

export function sendOnSync(event: SyncEvent): void {
  if (event.tag !== outboxNews) return;
  const channel = new BroadcastChannel(outboxNews);
  const send = sender(unsentStore);
  /** The person whose session ended during the send. */
  let over: string | null = null;
  const synced = syncOutbox({
    whoIsIn,
    store: unsentStore,
    send: async (entry) => {
      const sent = await send(entry);
      if (sent.kind === 'signed-out') over = entry.userId;
      return sent;
    },
    lock: outboxLock,
    tell: (news) => channel.postMessage(news satisfies OutboxNews),
    now: Date.now,
    random: Math.random,
  });
  const tidied = synced.then(async () => {
    if (over) await forgetIfOf(over);
  });
  event.waitUntil(tidied.finally(() => channel.close()));
}

/** If another person has signed in since, the stored data is theirs. The next read will report a deleted account. */
async function forgetIfOf(userId: string): Promise<void> {
  if ((await rememberedId()) === userId) await forgetEnded('session');
}

/** @returns the person's id; `null` if nobody is signed in. @throws if the server does not answer */
async function whoIsIn(): Promise<string | null> {
  const answer = await fetch(customerPaths.readUser.path, {
    credentials: 'include',
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(deadlineMs),
  });
  const end = await endIn(answer);
  if (end) {
    await forgetEnded(end);
    return null;
  }
  if (!answer.ok || !isJson(answer)) throw new Error('The server failed, or a proxy answered in its place');
  return ((await answer.json()) as User).id;
}

/**
 * Drains the outbox of the signed-in person, without an open page.
 * @throws while something waits, so that the browser tries again
 */
export async function syncOutbox({
  whoIsIn,
  store,
  send,
  lock,
  tell,
  now,
  random,
}: Pick<OutboxParts<Work, Answered>, 'store' | 'send' | 'lock' | 'tell' | 'now' | 'random'> & {
  whoIsIn: () => Promise<string | null>;
}): Promise<void> {
  const userId = await whoIsIn();
  if (!userId) return;
  const over = await waitsOf(userId, store);
  const turn = () =>
    drain({
      userId,
      store,
      send,
      isKnown,
      now,
      random,
      over,
      changed: (answered) =>
        tell(answered ? { kind: 'delivered', userId, answered: [answered] } : { kind: 'changed' }),
    });
  let next = await lock(turn);
  while (next !== null && next <= now()) next = await lock(turn);
  if (next !== null) throw new Error('Unsent entries are left');
}
