import { randomUUID } from 'node:crypto';
import type { Log } from '../core/log.ts';
import { openNotifications } from '../db/notifications.ts';

/** What one process of the server tells all of them, itself too: ids only, the rows are read where they are needed. */
export type Note =
  /** What is different: who should read what again (`api/bus/changed.ts`). */
  | { kind: 'changed'; people: readonly string[]; admins: boolean; keys: readonly string[] }
  /** A conversation has messages up to this place. */
  | { kind: 'message'; conversationId: string; seq: number }
  | { kind: 'typing'; conversationId: string; personId: string; isSupport: boolean }
  /** These sessions have ended, by their hashed ids. */
  | { kind: 'ended'; sessions: readonly string[] }
  /** What this person may do has changed. */
  | { kind: 'person'; personId: string }
  /** Notes may have been lost: whoever holds something in memory reads it again. */
  | { kind: 'gap' }
  | PresenceNote;

/** Who is there in a process: conversation, whether its customer is, administrators' ids. */
export type PresenceNote =
  | {
      kind: 'presence';
      of: string;
      /** Counts the notes of that process, so that a missed one is noticed. */
      version: number;
      /** Whether this begins the whole of it; otherwise it is what is different. */
      whole: boolean;
      support: boolean;
      rooms: readonly [string, 0 | 1, readonly string[]][];
    }
  /** It is still there, and this was its last note. */
  | { kind: 'present'; of: string; version: number }
  /** Who of these is asked to say the whole of it; `null`: everyone. */
  | { kind: 'who'; of: string | null }
  | { kind: 'stopped'; of: string };

export interface Bus {
  /** This process. */
  readonly id: string;
  /** Whether there may be other processes. */
  readonly isShared: boolean;
  /** Call it after the transaction has been committed. */
  tell(note: Note): void;
  /** @returns what ends it */
  hear(listener: (note: Note) => void): () => void;
  /** What was told is let out first. */
  close(): Promise<void>;
}

const channel = 'hearthkeep';
/** PostgreSQL takes 8,000 bytes with the zero at their end; what is around the notes comes to less than 100. */
const mostBytes = 7_800;

/**
 * Within this process, and where there is a PostgreSQL between all that use it. A note that can't be let out is lost,
 * and told as a gap once the connection is back.
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

/** The way to the other processes: what is told while a sending is under way goes with the next one. */
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
    lost: (err) => log.warn({ err }, 'the other processes cannot be heard'),
    back() {
      log.info({}, 'the other processes are heard again');
      spread({ kind: 'gap' });
      if (isLost) tell({ kind: 'gap' });
      isLost = false;
    },
  });

  async function send(): Promise<void> {
    // What is told within the same turn goes together.
    await new Promise((resolve) => setImmediate(resolve));
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

/** Notes in their order, in as few payloads as hold them. */
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

/** A note that is too long for one payload says the same as several shorter ones. */
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
      // The same version twice: what follows is only different from what came before.
      if (note.rooms.length > 1)
        return halves(note.rooms).flatMap((rooms, n) =>
          inPieces({ ...note, rooms, whole: note.whole && n === 0 }),
        );
  }
  throw new Error(`A note of ${note.kind} is too long for the bus`);
}
