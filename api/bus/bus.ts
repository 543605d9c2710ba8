import { randomUUID } from 'node:crypto';
import type { Log } from '../core/log.ts';
import { letOthersGo } from '../core/turn.ts';
import { openNotifications } from '../db/notifications.ts';

/**
 * A note from one process of the server to all of them, including itself: ids only; rows are read by the receivers.
 */
export type Note =
  /** A change of data: the people who should read these paths again (`api/bus/changed.ts`). */
  | {
      kind: 'changed';
      people: readonly string[];
      admins: boolean;
      everyone?: true;
      of?: string;
      keys: readonly string[];
    }
  /** A conversation has messages up to this place. */
  | { kind: 'message'; conversationId: string; seq: number }
  | { kind: 'typing'; conversationId: string; personId: string; isSupport: boolean }
  /** These sessions, by hashed ids, have ended. */
  | { kind: 'ended'; sessions: readonly string[] }
  /** This person's rights have changed. */
  | { kind: 'person'; personId: string }
  /** The business's own facts were published in this version. */
  | { kind: 'business'; version: number }
  /** The look or the texts were published in this version. */
  | { kind: 'look' | 'texts'; version: number }
  /** Notes may have been lost: everything held in memory must be read again. */
  | { kind: 'gap' }
  | PresenceNote;

/** The people present in a process: conversation, whether its customer is present, administrators' ids. */
export type PresenceNote =
  | {
      kind: 'presence';
      of: string;
      /** The number of that process's note, by which a missed one is noticed. */
      version: number;
      /** Whether this begins the complete state; otherwise it contains the differences. */
      whole: boolean;
      support: boolean;
      rooms: readonly [string, 0 | 1, readonly string[]][];
    }
  /** The process is alive, and this was its last note. */
  | { kind: 'present'; of: string; version: number }
  /** Asks this process for its complete state; `null`: asks all of them. */
  | { kind: 'who'; of: string | null }
  | { kind: 'stopped'; of: string };

export interface Bus {
  /** The id of this process. */
  readonly id: string;
  /** Whether other processes may exist. */
  readonly isShared: boolean;
  /** Must be called after the commit. */
  tell(note: Note): void;
  /** @returns the function that ends it */
  hear(listener: (note: Note) => void): () => void;
  /** Sends the remaining notes first. */
  close(): Promise<void>;
}

const channel = 'hearthkeep';
/** PostgreSQL accepts 8,000 bytes including the final zero; the envelope of the notes takes less than 100. */
const mostBytes = 7_800;

/**
 * A bus within this process; with PostgreSQL, between all processes that use it. A note that cannot be sent is lost,
 * and a gap is announced once the connection is back.
 */
export async function openBus({
  postgresUrl,
  log,
}: {
  postgresUrl: string | null;
  log: Pick<Log, 'warn' | 'info'>;
}): Promise<Bus> {
  const id = randomUUID();
  const listeners = new Set<(note: Note) => void>();
  const spread = (note: Note) => {
    for (const listener of listeners) listener(note);
  };
  const outside = postgresUrl ? await openOutside(postgresUrl, id, spread, log) : null;
  return {
    id,
    isShared: outside !== null,
    tell(note) {
      spread(note);
      outside?.tell(note);
    },
    hear(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await outside?.close();
    },
  };
}

/** The way to the other processes: notes told while a send is under way go with the next one. */
async function openOutside(
  postgresUrl: string,
  id: string,
  spread: (note: Note) => void,
  log: Pick<Log, 'warn' | 'info'>,
) {
  let waiting: Note[] = [];
  let isLost = false;
  let sending: Promise<void> | null = null;

  const notifications = await openNotifications(postgresUrl, channel, {
    heard(payload) {
      const { from, notes } = JSON.parse(payload) as { from: string; notes: Note[] };
      if (from !== id) for (const note of notes) spread(note);
    },
    lost: (err) => log.warn({ err }, 'hints of the other processes do not arrive'),
    back() {
      log.info({}, 'hints of the other processes arrive again');
      spread({ kind: 'gap' });
      if (isLost) tell({ kind: 'gap' });
      isLost = false;
    },
  });

  async function send(): Promise<void> {
    // Notes of the same turn are sent together.
    await letOthersGo();
    while (waiting.length > 0) {
      const notes = waiting;
      waiting = [];
      try {
        await notifications.send(payloadsOf(id, notes));
      } catch {
        isLost = true;
      }
    }
    sending = null;
  }

  function tell(note: Note): void {
    waiting.push(note);
    sending ??= send();
  }

  return {
    tell,
    async close() {
      await sending;
      await notifications.close();
    },
  };
}

/** The notes in order, in as few payloads as possible. */
export function payloadsOf(from: string, notes: readonly Note[]): string[] {
  const payloads: string[] = [];
  let texts: string[] = [];
  let bytes = 0;
  const close = () => {
    if (texts.length > 0) payloads.push(`{"from":${JSON.stringify(from)},"notes":[${texts.join(',')}]}`);
    texts = [];
    bytes = 0;
  };
  for (const note of notes.flatMap(inPieces)) {
    const text = JSON.stringify(note);
    const length = Buffer.byteLength(text) + 1;
    if (bytes + length > mostBytes) close();
    texts.push(text);
    bytes += length;
  }
  close();
  return payloads;
}

/** Splits a note that is too long for one payload into several with the same meaning. */
function inPieces(note: Note): Note[] {
  if (Buffer.byteLength(JSON.stringify(note)) < mostBytes) return [note];
  const halves = <T>(of: readonly T[]) => [of.slice(0, of.length / 2), of.slice(of.length / 2)];
  switch (note.kind) {
    case 'changed':
      if (note.people.length > 1)
        return halves(note.people).flatMap((people, n) =>
          inPieces({ ...note, people, admins: note.admins && n === 0 }),
        );
      if (note.keys.length > 1) return halves(note.keys).flatMap((keys) => inPieces({ ...note, keys }));
      break;
    case 'ended':
      if (note.sessions.length > 1)
        return halves(note.sessions).flatMap((sessions) => inPieces({ ...note, sessions }));
      break;
    case 'presence':
      // The pieces share a version, and only the first may begin the complete state.
      if (note.rooms.length > 1)
        return halves(note.rooms).flatMap((rooms, n) =>
          inPieces({ ...note, rooms, whole: note.whole && n === 0 }),
        );
  }
  throw new Error(`A note of ${note.kind} is too long for the bus`);
}
