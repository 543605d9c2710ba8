import type { User } from '../../../api/contract/entities.ts';
import { paths } from '../../../api/contract/paths.ts';
import { drain, forgetWaits } from '../outbox/drain.ts';
import { type OutboxNews, outboxLock, outboxNews } from '../outbox/news.ts';
import { sendEntry } from '../outbox/send.ts';
import { outboxStore } from '../outbox/store.ts';

/** Background Sync's event (https://wicg.github.io/background-sync/spec/), which TypeScript does not know. */
export interface SyncEvent extends Event {
  readonly tag: string;
  waitUntil(work: Promise<unknown>): void;
}

export function sendOnSync(event: SyncEvent): void {
  if (event.tag === outboxNews) event.waitUntil(syncOutbox());
}

/** Drains the outbox of whoever is signed in, with no page open. Rejects while something waits, so that the browser asks again. */
async function syncOutbox(): Promise<void> {
  const answer = await fetch(paths.readUser.path, {
    credentials: 'include',
    headers: { accept: 'application/json' },
  });
  if (answer.status === 401) return;
  if (!answer.ok) throw new Error('The server is not well');
  const { id: userId }: User = await answer.json();
  const channel = new BroadcastChannel(outboxNews);
  const next = await outboxLock(async () => {
    await forgetWaits(userId, outboxStore);
    return drain({
      userId,
      store: outboxStore,
      now: Date.now,
      random: Math.random,
      send: (entry) => sendEntry(paths.sendMessage.path, entry),
      changed: (message) =>
        channel.postMessage(
          (message ? { kind: 'delivered', message } : { kind: 'changed' }) satisfies OutboxNews,
        ),
    });
  });
  channel.close();
  if (next !== null) throw new Error('Some messages still wait');
}
