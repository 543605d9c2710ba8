import { useMemo } from 'react';
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { keyOf } from '../../lib/api.ts';
import { queryClient, signedOut } from '../../lib/cache/query-client.ts';
import { doubt, heard, onBackOnline } from '../../lib/online.ts';
import { dropOutbox } from '../outbox/database.ts';
import { heldForNewer } from '../outbox/drain.ts';
import { createOutbox } from '../outbox/engine.ts';
import { type OutboxNews, outboxLock, outboxNews } from '../outbox/news.ts';
import type { OutboxState as AnyState, OutboxParts } from '../outbox/parts.ts';
import { hasOlderChat, moveOlderChat } from './older-chat.ts';
import { unsentStore } from './store.ts';
import { unsentWords } from './unsent.ts';
import { type Answered, type Change, type Entry, isKnown, type Work } from './work.ts';

type OutboxState = AnyState<Work>;

/** The outbox's state as the page shows it. */
const useOutboxState = create<OutboxState>(() => ({ userId: null, entries: [], keeps: true }));
let channel: BroadcastChannel | null = null;

type Showing = typeof import('./show.ts');
let showing: Showing | null = null;
const loadShowing = async () => {
  showing ??= await import('./show.ts').catch(() => null);
};

/**
 * Loaded with the first work to send, or after the first screen. The code that shows the answer must be there before
 * the answer: a message that leaves the outbox would otherwise disappear for so long.
 */
export const loadSending = async () => (await Promise.all([import('./send.ts'), loadShowing()]))[0];
let send: OutboxParts<Work, Answered>['send'] | null = null;

/** Shows the server's answers. If the code for it cannot be loaded, the bookings are read again. */
async function showBy(show: (code: Showing) => Promise<void>): Promise<void> {
  if (!showing) await loadShowing();
  if (showing) return show(showing);
  void queryClient.invalidateQueries({ queryKey: keyOf('listBookings') });
}

/** The outbox of this page. */
export const outbox = createOutbox<Work, Answered>({
  store: unsentStore,
  async send(entry, unkept) {
    try {
      const { sender } = await loadSending();
      send ??= sender(unsentStore);
    } catch {
      // The code is not on the device, and there is no network to load it.
      return { kind: 'no-network' };
    }
    return send(entry, unkept);
  },
  isKnown,
  lock: outboxLock,
  tell: (news) => channel?.postMessage(news),
  now: Date.now,
  random: Math.random,
  newId: () => crypto.randomUUID(),
  later: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  met: (sent) => {
    if (sent.kind === 'no-network') void doubt();
    else heard();
    if (sent.kind === 'signed-out') signedOut();
  },
  show: (answers) => showBy((code) => code.showAnswers(answers)),
  showKept: (deliveries) => showBy((code) => code.showKept(deliveries)),
  shown: () => showing?.showMissed(),
  render: (state) => useOutboxState.setState(state),
  askForSync: () => void askForSync(),
  reopen: dropOutbox,
});

export type { Entry };
export type QueuedWork<K extends Work['kind']> = Entry & { work: Extract<Work, { kind: K }> };
export type QueuedMessage = QueuedWork<'message'>;
export type QueuedChat = QueuedWork<'chat'>;
export type QueuedChange = QueuedWork<Change['kind']>;

const isMessage = (entry: Entry): entry is QueuedMessage => entry.work.kind === 'message';
const isChat = (entry: Entry): entry is QueuedChat => entry.work.kind === 'chat';
const isChange = (entry: Entry): entry is QueuedChange => !isMessage(entry) && !isChat(entry);

/** The unsent messages of a booking's thread, in the order of writing. */
export const useQueuedMessages = (bookingId: string): QueuedMessage[] =>
  useOutboxState(useShallow((s) => s.entries.filter(isMessage).filter((e) => e.bookingId === bookingId)));

/** One side's unsent messages of a conversation in the live chat, in the order of writing. */
export const useQueuedChat = ({ id, isSupport }: { id: string; isSupport: boolean }): QueuedChat[] =>
  useOutboxState(
    useShallow((s) =>
      s.entries.filter(isChat).filter((e) => e.bookingId === id && e.work.isSupport === isSupport),
    ),
  );

/** The person's unsent answers to customers in the live chat, in the order of writing. */
export const useUnsentAnswers = (): QueuedChat[] =>
  useOutboxState(useShallow((s) => s.entries.filter(isChat).filter((e) => e.work.isSupport)));

/** The changes of a booking that have not reached the server, or were refused. */
export const useQueuedChanges = (bookingId: string): QueuedChange[] =>
  useOutboxState(useShallow((s) => s.entries.filter(isChange).filter((e) => e.bookingId === bookingId)));

/** The unsent work of a booking: its newest change, and the number of messages, in words ('' without any). */
export interface Unsent {
  change: QueuedChange | undefined;
  messages: string;
}

/** Unsent work by booking. */
export function useUnsent(): ReadonlyMap<string, Unsent> {
  const entries = useOutboxEntries();
  return useMemo(() => {
    const unsentOf = (id: string): Unsent => {
      const its = entries.filter(({ bookingId }) => bookingId === id);
      return { change: its.findLast(isChange), messages: unsentWords(its.filter(isMessage)) };
    };
    return new Map([...new Set(entries.map((e) => e.bookingId))].map((id) => [id, unsentOf(id)]));
  }, [entries]);
}

/** Calls `listener` with each waiting change that is refused. */
export const onRefusedChange = (listener: (entry: QueuedChange) => void) =>
  useOutboxState.subscribe((now, before) => {
    const waited = ({ clientId }: Entry) =>
      before.entries.some((e) => e.clientId === clientId && e.state === 'waiting' && e.attempts > 0);
    for (const entry of now.entries)
      if (isChange(entry) && entry.state === 'failed' && waited(entry)) listener(entry);
  });

/**
 * Calls `listener` once the entry with this id waits no more: sent, refused or taken back, here or in another tab.
 */
export function onceSettled(clientId: string, listener: () => void): void {
  const look = ({ entries }: OutboxState) => {
    if (entries.some((e) => e.clientId === clientId && e.state === 'waiting')) return;
    stop();
    listener();
  };
  const stop = useOutboxState.subscribe(look);
  look(useOutboxState.getState());
}

const holderIn = (entries: Entry[], { bookingId, seq }: Entry): Entry | undefined =>
  entries.find((e) => e.bookingId === bookingId && e.seq <= seq && e.state === 'waiting' && e.attempts > 0);

/**
 * The entry that was tried without success, and for which another one waits while others are sent: itself, or an
 * earlier one of its booking.
 */
export const holderOf = (entry: Entry): Entry | undefined => holderIn(outbox.state().entries, entry);
export const useHolder = (entry: Entry): Entry | undefined =>
  useOutboxState(({ entries }) => holderIn(entries, entry));

export const useOutboxCount = (): number => useOutboxState((s) => s.entries.length);
/** The number of entries, without those that need a newer release. */
export const countGoing = (): number =>
  outbox.state().entries.length - heldForNewer(outbox.state().entries, isKnown).size;

/** The number of messages, and of changes of bookings. */
export const countKinds = (entries: Entry[]): { messages: number; changes: number } => {
  const changes = entries.filter(isChange).length;
  return { messages: entries.length - changes, changes };
};
/** Whether this device can store unsent entries. */
export const useOutboxKeeps = (): boolean => useOutboxState((s) => s.keeps);
export const useOutboxEntries = (): Entry[] => useOutboxState((s) => s.entries);

/** Starts for a person, and from then on drains whenever there may be a network. */
export function startOutbox(userId: string): void {
  if (!channel) {
    channel = new BroadcastChannel(outboxNews);
    channel.onmessage = ({ data }: MessageEvent<OutboxNews<Answered>>) => void outbox.hear(data);
    const soon = () => void outbox.drain(true);
    onBackOnline(soon);
    addEventListener('online', soon);
    addEventListener('pageshow', soon);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible') return;
      dropOutbox();
      soon();
    });
  }
  outbox.start(userId);
  if (hasOlderChat())
    moveOlderChat()
      .then(() => outbox.drain(true))
      .catch(() => {});
}

export const stopOutbox = (): void => outbox.stop();

/** With Background Sync, the worker sends even after the app is closed. */
async function askForSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as
    | (ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } })
    | undefined;
  await registration?.sync?.register(outboxNews).catch(() => {});
}
