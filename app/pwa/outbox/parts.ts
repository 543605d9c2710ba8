import type { Delivery, Entry, KeptPhoto, Work } from './database.ts';
import type { OutboxNews } from './news.ts';
import type { OutboxStore } from './store.ts';

/** The result of a send whose entry was not stored. */
export type Unanswered =
  /** No answer came: it is unknown whether the work was done, and the repeat will show it. */
  | { kind: 'no-network' }
  /** 429, with its words for a person, and 5xx: this entry waits, others continue. */
  | { kind: 'later'; afterMs: number | null; reason?: string }
  /** 401: nobody, or another person, is signed in. */
  | { kind: 'signed-out' }
  | { kind: 'refused'; code: string; reason: string };

/** The result of one send. */
export type Sent<A = object> = { kind: 'stored'; answered: A } | Unanswered;

export interface OutboxState<W extends Work = Work> {
  userId: string | null;
  /** Unsent entries, in the order of writing. */
  entries: Entry<W>[];
  /** Whether this device can store unsent entries. */
  keeps: boolean;
}

/** The parts that an outbox in a page needs. */
export interface OutboxParts<W extends Work = Work, A = object> {
  store: OutboxStore<W, A>;
  /** Sends an entry, with the photos that the device could not store. */
  send: (entry: Entry<W>, unkept?: readonly KeptPhoto[]) => Promise<Sent<A>>;
  /**
   * Whether `send` knows the kind: a newer release, rolled back since, may have written others, which wait for it.
   */
  isKnown: (work: Work) => boolean;
  /** Allows one drainer at a time across tabs and worker. */
  lock: <T>(work: () => Promise<T>) => Promise<T>;
  /** Informs the other tabs. */
  tell: (news: OutboxNews<A>) => void;
  now: () => number;
  /** A number from 0 to 1. */
  random: () => number;
  newId: () => string;
  /** Calls `then` after so many milliseconds. @returns a function that cancels it */
  later: (ms: number, then: () => void) => () => void;
  /** Called with the result of a send, which shows whether there is a network and a session. */
  met: (sent: Sent<A>) => void;
  /** Shows answers on the page. */
  show: (answered: A[]) => Promise<void>;
  /** The same for answers that the device has stored meanwhile. */
  showKept: (deliveries: Delivery<A>[]) => Promise<void>;
  /** Called when no further answer follows for now. */
  shown: () => void;
  /** Called with each new state. */
  render: (state: OutboxState<W>) => void;
  /** Asks the browser to wake the worker when there is a network. */
  askForSync: () => void;
  /** Called after a storage failure: the next use opens a new connection. */
  reopen: () => void;
}

/** The result of work for which a person waits. */
export type Submitted =
  | { kind: 'stored' }
  | { kind: 'waiting'; clientId: string }
  | (Unanswered & { kind: 'refused' });

/** Options for following submitted work. */
export interface Following<W extends Work = Work> {
  /** Called once the work is stored on this device. */
  kept?: (entry: Entry<W>) => void;
  /** Whether the person still waits for the result. */
  isAwaited?: () => boolean;
}
