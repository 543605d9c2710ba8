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
import { unsentStore } from './store.ts';
import { unsentWords } from './unsent.ts';
import { type Answered, type Change, type Entry, isKnown, type Work } from './work.ts';

type OutboxState = AnyState<Work>;

const useState = create<OutboxState>(() => ({ userId: null, entries: [], keeps: true }));
let channel: BroadcastChannel | null = null;

/** Comes with the first thing that is to be sent, or when the first screen stands. */
export const loadSending = () => import('./send.ts');
let send: OutboxParts<Work, Answered>['send'] | null = null;

type Showing = typeof import('./show.ts');
let showing: Showing | null = null;

/**
 * Shows what the server has answered. The code for it comes with the first answer; where the network lost it, the
 * bookings are read again.
 */
async function showBy(show: (code: Showing) => Promise<void>): Promise<void> {
  showing ??= await import('./show.ts').catch(() => null);
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
      // Its code is not on the device, nor is there a network that brings it.
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
  render: (state) => useState.setState(state),
  askForSync: () => void askForSync(),
  reopen: dropOutbox,
});

export type { Entry };
export type QueuedWork<K extends Work['kind']> = Entry & { work: Extract<Work, { kind: K }> };
export type QueuedMessage = QueuedWork<'message'>;
export type QueuedChange = QueuedWork<Change['kind']>;

const isMessage = (entry: Entry): entry is QueuedMessage => entry.work.kind === 'message';
const isChange = (entry: Entry): entry is QueuedChange => entry.work.kind !== 'message';

/** The messages to a booking's thread that are not sent, in the order of writing. */
export const useQueuedMessages = (bookingId: string): QueuedMessage[] =>
  useState(useShallow((s) => s.entries.filter(isMessage).filter((e) => e.bookingId === bookingId)));

/** What is to be done to a booking and has not reached the server, or was refused by it. */
export const useQueuedChanges = (bookingId: string): QueuedChange[] =>
  useState(useShallow((s) => s.entries.filter(isChange).filter((e) => e.bookingId === bookingId)));

/** What of a booking is not sent: its newest change, and how many messages, in words ('' where none is). */
export interface Unsent {
  change: QueuedChange | undefined;
  messages: string;
}

/** By booking, of those that have something. */
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

/** Calls `listener` with each change that waited and was refused. */
export const onRefusedChange = (listener: (entry: QueuedChange) => void) =>
  useState.subscribe((now, before) => {
    const waited = ({ clientId }: Entry) =>
      before.entries.some((e) => e.clientId === clientId && e.state === 'waiting' && e.attempts > 0);
    for (const entry of now.entries)
      if (isChange(entry) && entry.state === 'failed' && waited(entry)) listener(entry);
  });

/** Calls `listener` once what is under this id waits no more: sent, refused or taken back, here or in another tab. */
export function onceSettled(clientId: string, listener: () => void): void {
  const look = ({ entries }: OutboxState) => {
    if (entries.some((e) => e.clientId === clientId && e.state === 'waiting')) return;
    stop();
    listener();
  };
  const stop = useState.subscribe(look);
  look(useState.getState());
}

const isHeldUpIn = (entries: Entry[], { bookingId, seq }: Entry): boolean =>
  entries.some((e) => e.bookingId === bookingId && e.seq <= seq && e.state === 'waiting' && e.attempts > 0);

/** Whether something, or what goes before it to its booking, was sent in vain: it waits then, also where others go. */
export const isHeldUp = (entry: Entry): boolean => isHeldUpIn(outbox.state().entries, entry);
export const useHeldUp = (entry: Entry): boolean => useState(({ entries }) => isHeldUpIn(entries, entry));

export const useOutboxCount = (): number => useState((s) => s.entries.length);
/** How many, but for what only a newer release can send. */
export const countGoing = (): number =>
  outbox.state().entries.length - heldForNewer(outbox.state().entries, isKnown).size;

/** Messages, and changes of bookings. */
export const countKinds = (entries: Entry[]): { messages: number; changes: number } => {
  const messages = entries.filter(isMessage).length;
  return { messages, changes: entries.length - messages };
};
/** Whether this device can keep what is not sent. */
export const useOutboxKeeps = (): boolean => useState((s) => s.keeps);
export const useOutboxEntries = (): Entry[] => useState((s) => s.entries);

/** Begins for a person, and from then on drains whenever there may be a network. */
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
}

export const stopOutbox = (): void => outbox.stop();

/** Where the browser has Background Sync, the worker sends even after the app is closed. */
async function askForSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as
    | (ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } })
    | undefined;
  await registration?.sync?.register(outboxNews).catch(() => {});
}
