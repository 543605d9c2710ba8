import { create } from 'zustand';
import type { Message } from '../../../api/contract/entities.ts';
import { paths } from '../../../api/contract/paths.ts';
import { keyOf } from '../../lib/api.ts';
import { heard, missed, onBackOnline } from '../../lib/online.ts';
import { queryClient, signedOut } from '../../lib/query-client.ts';
import type { Entry } from './database.ts';
import { dropOutbox } from './database.ts';
import { drain, forgetWaits } from './drain.ts';
import { type OutboxNews, outboxLock, outboxNews } from './news.ts';
import { sendEntry } from './send.ts';
import { outboxStore } from './store.ts';

interface OutboxState {
  userId: string | null;
  entries: Entry[];
  /** Whether this device can keep what is not sent. */
  keeps: boolean;
}

const useState = create<OutboxState>(() => ({ userId: null, entries: [], keeps: true }));
let channel: BroadcastChannel | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let running = false;
/** A drain that was asked for during another: whether at once. */
let again: { atOnce: boolean } | null = null;
/** Threads of which a read was cut off by an answer, to be read once more. */
const unread = new Set<string>();

export const useOutbox = (bookingId: string): Entry[] => {
  const entries = useState((s) => s.entries);
  return entries.filter((e) => e.bookingId === bookingId);
};
export const useOutboxCount = (): number => useState((s) => s.entries.length);
export const unsentCount = (): number => useState.getState().entries.length;

/** Begins for a person: shows what waits of theirs, takes the answers the worker got, and drains. */
export function startOutbox(userId: string): void {
  if (useState.getState().userId === userId) return;
  useState.setState({ userId, entries: [] });
  if (!channel) {
    channel = new BroadcastChannel(outboxNews);
    channel.onmessage = ({ data }: MessageEvent<OutboxNews>) => void hear(data);
    const soon = () => void drainNow(true);
    onBackOnline(soon);
    addEventListener('online', soon);
    addEventListener('pageshow', soon);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible') return;
      dropOutbox();
      soon();
    });
  }
  void refresh().then(() => drainNow(true));
}

/** After sign-out: nothing is shown, nothing is sent. */
export function stopOutbox(): void {
  clearTimeout(timer);
  useState.setState({ userId: null, entries: [] });
}

/**
 * Writes a message down, then sends it. Resolves once it is kept on this device.
 * @throws where the device keeps nothing and the server could not be reached or refused: the text stays with the caller.
 */
export async function queueMessage({
  bookingId,
  message,
}: {
  bookingId: string;
  message: string;
}): Promise<void> {
  const { userId } = useState.getState();
  if (!userId) throw new Error('Nobody is signed in');
  const entry = {
    clientId: crypto.randomUUID(),
    userId,
    bookingId,
    message,
    createdAt: new Date().toISOString(),
    state: 'waiting' as const,
    reason: null,
    attempts: 0,
    notBefore: 0,
  };
  try {
    await outboxStore.add(entry);
  } catch {
    useState.setState({ keeps: false });
    return sendUnkept({ ...entry, seq: 0 });
  }
  await refresh();
  tell({ kind: 'changed' });
  void askForSync();
  void drainNow(false);
}

/** Where the device keeps nothing, a message goes at once or not at all. */
async function sendUnkept(entry: Entry): Promise<void> {
  const sent = await sendEntry(paths.sendMessage.path, entry);
  if (sent.kind !== 'stored')
    throw new Error(
      sent.kind === 'refused'
        ? sent.reason
        : 'This device cannot keep messages, and the network did not answer',
    );
  await showDelivered(sent.message);
}

export async function retry(entry: Entry): Promise<void> {
  await outboxStore.update(entry.seq, { state: 'waiting', reason: null, attempts: 0, notBefore: 0 });
  await afterChange();
}

export async function discard(entry: Entry): Promise<void> {
  await outboxStore.remove(entry.seq);
  await afterChange();
}

async function afterChange(): Promise<void> {
  await refresh();
  tell({ kind: 'changed' });
  void drainNow(true);
}

/** Drains, one drainer at a time across tabs and worker; a call during a drain has another follow. */
async function drainNow(atOnce: boolean): Promise<void> {
  const { userId } = useState.getState();
  if (!userId) return;
  if (running) {
    again = { atOnce: atOnce || (again?.atOnce ?? false) };
    return;
  }
  running = true;
  clearTimeout(timer);
  try {
    const next = await outboxLock(async () => {
      if (atOnce) await forgetWaits(userId, outboxStore);
      return drain({
        userId,
        store: outboxStore,
        now: Date.now,
        random: Math.random,
        send: async (entry) => {
          const sent = await sendEntry(paths.sendMessage.path, entry);
          if (sent.kind === 'no-network') missed();
          else heard();
          if (sent.kind === 'signed-out') signedOut();
          return sent;
        },
        changed: (message) => {
          void refresh();
          tell(message ? { kind: 'delivered', message } : { kind: 'changed' });
          if (message) void showDelivered(message);
        },
      });
    });
    await takeAnswers(userId);
    if (next !== null) timer = setTimeout(() => void drainNow(false), Math.max(0, next - Date.now()));
  } catch {
    // The device's storage failed under us; what is written there is tried again at the next occasion.
    dropOutbox();
  } finally {
    running = false;
  }
  await refresh();
  for (const bookingId of unread) void queryClient.invalidateQueries({ queryKey: threadKey(bookingId) });
  unread.clear();
  if (again) {
    const { atOnce } = again;
    again = null;
    await drainNow(atOnce);
  }
}

async function hear(news: OutboxNews): Promise<void> {
  if (news.kind === 'delivered') {
    await showDelivered(news.message);
    if (unread.delete(news.message.bookingId))
      void queryClient.invalidateQueries({ queryKey: threadKey(news.message.bookingId) });
  }
  await refresh();
}

async function refresh(): Promise<void> {
  const { userId } = useState.getState();
  if (!userId) return;
  try {
    const entries = await outboxStore.list(userId);
    if (useState.getState().userId === userId) useState.setState({ entries });
  } catch {
    useState.setState({ keeps: false });
  }
}

/** Answers that the worker got while no page was open belong into the stored threads. */
async function takeAnswers(userId: string): Promise<void> {
  for (const message of await outboxStore.takeDelivered(userId)) await showDelivered(message);
}

/** Puts a stored message into its thread, once, in the place where the server has it. */
export function withMessage(thread: Message[], message: Message): Message[] {
  const others = thread.filter((m) => m.id !== message.id);
  return [...others, message].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

const threadKey = (bookingId: string) => keyOf('listMessages', { id: bookingId });

async function showDelivered(message: Message): Promise<void> {
  const queryKey = threadKey(message.bookingId);
  // A read that began before the message was stored would take it out again.
  if (queryClient.isFetching({ queryKey })) {
    unread.add(message.bookingId);
    await queryClient.cancelQueries({ queryKey });
  }
  queryClient.setQueryData<Message[]>(queryKey, (thread) => thread && withMessage(thread, message));
}

function tell(news: OutboxNews): void {
  channel?.postMessage(news);
}

/** Where the browser has Background Sync, the worker sends even after the app is closed. */
async function askForSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as
    | (ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } })
    | undefined;
  await registration?.sync?.register(outboxNews).catch(() => {});
}
