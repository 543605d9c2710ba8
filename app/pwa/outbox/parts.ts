import type { Delivery, Entry, KeptPhoto, Work } from './database.ts';
import type { OutboxNews } from './news.ts';
import type { OutboxStore } from './store.ts';

/** What something that was sent did not lead to an answer for. */
export type Unanswered =
  /** No answer came: whether it was done is not known, and the repeat finds out. */
  | { kind: 'no-network' }
  /** 429 and 5xx: this one waits, others go on. */
  | { kind: 'later'; afterMs: number | null }
  /** 401: nobody, or somebody else, is signed in. */
  | { kind: 'signed-out' }
  | { kind: 'refused'; code: string; reason: string };

/** What became of one sending. */
export type Sent<A = object> = { kind: 'stored'; answered: A } | Unanswered;

export interface OutboxState<W extends Work = Work> {
  userId: string | null;
  /** What is not sent, in the order of writing. */
  entries: Entry<W>[];
  /** Whether this device can keep what is not sent. */
  keeps: boolean;
}

/** What an outbox in a page stands on. */
export interface OutboxParts<W extends Work = Work, A = object> {
  store: OutboxStore<W, A>;
  /** With the photos that the device could not keep. */
  send: (entry: Entry<W>, unkept?: readonly KeptPhoto[]) => Promise<Sent<A>>;
  /** Whether `send` knows the kind: a newer release, rolled back since, may have written others, which wait for it. */
  isKnown: (work: Work) => boolean;
  /** One drainer at a time across tabs and worker. */
  lock: <T>(work: () => Promise<T>) => Promise<T>;
  /** To the other tabs. */
  tell: (news: OutboxNews<A>) => void;
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  newId: () => string;
  /** Calls `then` after so many milliseconds. @returns what calls it off */
  later: (ms: number, then: () => void) => () => void;
  /** What a sending met: whether there is a network, and a session. */
  met: (sent: Sent<A>) => void;
  /** Puts answers into what is shown. */
  show: (answered: A[]) => Promise<void>;
  /** The same with answers that the device has kept since. */
  showKept: (deliveries: Delivery<A>[]) => Promise<void>;
  /** No answer follows for now. */
  shown: () => void;
  /** The state has changed. */
  render: (state: OutboxState<W>) => void;
  /** Has the browser wake the worker when there is a network. */
  askForSync: () => void;
  /** The storage failed: the next use begins with a connection of its own. */
  reopen: () => void;
}

/** What became of something that a person waits for. */
export type Submitted =
  | { kind: 'stored' }
  | { kind: 'waiting'; clientId: string }
  | (Unanswered & { kind: 'refused' });

/** How somebody follows what they submit. */
export interface Following<W extends Work = Work> {
  /** Called once it is kept on this device. */
  kept?: (entry: Entry<W>) => void;
  /** Whether they still wait for what becomes of it. */
  isAwaited?: () => boolean;
}
