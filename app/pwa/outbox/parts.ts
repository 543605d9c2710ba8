import type { Delivery, Entry, KeptPhoto } from './database.ts';
import type { OutboxNews } from './news.ts';
import type { Sent } from './send.ts';
import type { OutboxStore } from './store.ts';
import type { Answered } from './work.ts';

export interface OutboxState {
  userId: string | null;
  /** What is not sent, in the order of writing. */
  entries: Entry[];
  /** Whether this device can keep what is not sent. */
  keeps: boolean;
}

/** What an outbox in a page stands on. */
export interface OutboxParts {
  store: OutboxStore;
  /** With the photos that the device could not keep. */
  send: (entry: Entry, unkept?: readonly KeptPhoto[]) => Promise<Sent>;
  /** One drainer at a time across tabs and worker. */
  lock: <T>(work: () => Promise<T>) => Promise<T>;
  /** To the other tabs. */
  tell: (news: OutboxNews) => void;
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  newId: () => string;
  /** Calls `then` after so many milliseconds. @returns what calls it off */
  later: (ms: number, then: () => void) => () => void;
  /** What a sending met: whether there is a network, and a session. */
  met: (sent: Sent) => void;
  /** Puts answers into what is shown. */
  show: (answered: Answered[]) => Promise<void>;
  /** The same with answers that the device has kept since. */
  showKept: (deliveries: Delivery[]) => Promise<void>;
  /** No answer follows for now. */
  shown: () => void;
  /** The state has changed. */
  render: (state: OutboxState) => void;
  /** Has the browser wake the worker when there is a network. */
  askForSync: () => void;
  /** The storage failed: the next use begins with a connection of its own. */
  reopen: () => void;
}

/** What became of something that a person waits for. */
export type Submitted =
  | { kind: 'stored' }
  | { kind: 'waiting'; clientId: string }
  | (Sent & { kind: 'refused' });

/** How somebody follows what they submit. */
export interface Following {
  /** Called once it is kept on this device. */
  kept?: (entry: Entry) => void;
  /** Whether they still wait for what becomes of it. */
  isAwaited?: () => boolean;
}
