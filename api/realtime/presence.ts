import type { Bus, Note, PresenceNote } from '../bus/bus.ts';

/** Changes within this time are sent together. */
const togetherMs = 50;
/** The interval of a process's sign of life, and the silence after which it counts as dead. */
const presentMs = 30_000;
const forgottenMs = 90_000;
/** The shortest interval between two requests for the complete state of a process. */
const askedAgainMs = 2_000;
/** A person who reloads a page is back within this time, so support does not appear to leave. */
const supportGoneMs = 1_000;

/** The people present in a conversation. */
export interface Attendance {
  customerOnline: boolean;
  /** Administrators' ids, in no order. */
  team: string[];
}

export interface Presence {
  /**
   * Notes that a socket is present; `conversationId` is `null` if support has joined none. @returns the function
   * that ends it
   */
  enter(who: Attendant): () => void;
  in(conversationId: string): Attendance;
  /** Whether anybody of the team is present at all. */
  supportOnline(): boolean;
  /** The listener gets the conversations whose attendance changed; `null`: support as a whole has come or gone. */
  hear(listener: (conversationIds: readonly string[] | null) => void): () => void;
  close(): void;
}

interface Attendant {
  personId: string;
  isSupport: boolean;
  conversationId: string | null;
}

/** The known state of another process. */
interface Other {
  version: number;
  heardAt: number;
  support: boolean;
  rooms: Map<string, Attendance>;
}

/**
 * The conversations that the team and customers have open, over all processes. Each process sends its differences,
 * and now and then a sign of life; a process that has missed a note asks for the complete state.
 */
export function createPresence(bus: Bus): Presence {
  const listeners = new Set<(conversationIds: readonly string[] | null) => void>();
  /** The number of each person's sockets in each conversation, in this process. */
  const here = new Map<string, { customer: number; team: Map<string, number> }>();
  let supportHere = 0;
  let version = 0;
  const others = new Map<string, Other>();
  /** Conversations with changes that were not sent yet. */
  const changedHere = new Set<string>();
  const changed = new Set<string>();
  /** Whether another process has asked for the complete state; and when we asked which process. */
  let isAsked = false;
  const askedAt = new Map<string, number>();
  let toldSupport = false;
  let supportGone: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;

  const isSupportThere = () => supportHere > 0 || [...others.values()].some((other) => other.support);
  const attendanceHere = (id: string): Attendance => {
    const room = here.get(id);
    return { customerOnline: (room?.customer ?? 0) > 0, team: [...(room?.team.keys() ?? [])] };
  };

  function tellSoon(): void {
    timer ??= setTimeout(tellNow, togetherMs).unref();
  }

  function tellNow(): void {
    timer = undefined;
    if (isAsked) sayWhole();
    else if (changedHere.size > 0) sayDifference();
    const ids = [...changed];
    changed.clear();
    if (ids.length > 0) for (const listener of listeners) listener(ids);
    if (isSupportThere() && !toldSupport) tellSupport();
    else if (!isSupportThere() && toldSupport)
      supportGone ??= setTimeout(() => {
        supportGone = undefined;
        if (isSupportThere() !== toldSupport) tellSupport();
      }, supportGoneMs).unref();
  }

  function tellSupport(): void {
    toldSupport = isSupportThere();
    for (const listener of listeners) listener(null);
  }

  /** Support without a conversation is sent under ''. */
  function sayDifference(): void {
    const rooms = roomsOf([...changedHere].filter((id) => id !== ''));
    changedHere.clear();
    version += 1;
    if (bus.isShared)
      bus.tell({ kind: 'presence', of: bus.id, version, whole: false, support: supportHere > 0, rooms });
  }

  function sayWhole(): void {
    isAsked = false;
    changedHere.clear();
    if (!bus.isShared) return;
    version += 1;
    const rooms = roomsOf([...here.keys()]);
    bus.tell({ kind: 'presence', of: bus.id, version, whole: true, support: supportHere > 0, rooms });
  }

  const roomsOf = (ids: string[]) =>
    ids.map((id): [string, 0 | 1, string[]] => {
      const { customerOnline, team } = attendanceHere(id);
      return [id, customerOnline ? 1 : 0, team];
    });

  function count({ personId, isSupport, conversationId }: Attendant, by: 1 | -1): void {
    if (isSupport) {
      supportHere += by;
      if (supportHere === (by > 0 ? 1 : 0)) changedHere.add('');
    }
    if (conversationId) {
      const room = here.get(conversationId) ?? { customer: 0, team: new Map<string, number>() };
      here.set(conversationId, room);
      if (isSupport) addTo(room.team, personId, by);
      else room.customer += by;
      if (room.customer === 0 && room.team.size === 0) here.delete(conversationId);
      changedHere.add(conversationId);
      changed.add(conversationId);
    }
    tellSoon();
  }

  function heardOf(note: Extract<PresenceNote, { kind: 'presence' }>): void {
    const known = others.get(note.of);
    if (!note.whole && (!known || note.version < known.version || note.version > known.version + 1)) {
      ask(note.of);
      return;
    }
    const other = known ?? { version: 0, heardAt: 0, support: false, rooms: new Map() };
    others.set(note.of, other);
    if (note.whole) {
      for (const id of other.rooms.keys()) changed.add(id);
      other.rooms.clear();
    }
    other.version = note.version;
    other.heardAt = performance.now();
    other.support = note.support;
    for (const [id, customer, team] of note.rooms) {
      changed.add(id);
      if (customer || team.length > 0)
        other.rooms.set(id, { customerOnline: customer === 1, team: [...team] });
      else other.rooms.delete(id);
    }
    tellSoon();
  }

  /** Notes of the process may arrive before its answer, so one request is enough. */
  function ask(id: string): void {
    const now = performance.now();
    if (now - (askedAt.get(id) ?? Number.NEGATIVE_INFINITY) < askedAgainMs) return;
    askedAt.set(id, now);
    bus.tell({ kind: 'who', of: id });
  }

  function forget(id: string): void {
    for (const room of others.get(id)?.rooms.keys() ?? []) changed.add(room);
    others.delete(id);
    askedAt.delete(id);
    tellSoon();
  }

  function heard(note: Note): void {
    if (note.kind === 'gap') bus.tell({ kind: 'who', of: null });
    else if (note.kind === 'who') {
      if (note.of !== null && note.of !== bus.id) return;
      isAsked = true;
      tellSoon();
    } else if (note.kind === 'stopped') forget(note.of);
    else if (note.kind === 'presence' && note.of !== bus.id) heardOf(note);
    else if (note.kind === 'present' && note.of !== bus.id) {
      const known = others.get(note.of);
      if (known?.version === note.version) known.heardAt = performance.now();
      else ask(note.of);
    }
  }

  const stopHearing = bus.hear(heard);
  const beat = setInterval(() => {
    if (bus.isShared) bus.tell({ kind: 'present', of: bus.id, version });
    for (const [id, { heardAt }] of others) if (heardAt < performance.now() - forgottenMs) forget(id);
  }, presentMs).unref();
  if (bus.isShared) bus.tell({ kind: 'who', of: null });

  return {
    enter(who) {
      count(who, 1);
      return () => count(who, -1);
    },
    in(id) {
      const { customerOnline, team } = attendanceHere(id);
      const elsewhere = [...others.values()].flatMap(({ rooms }) => rooms.get(id) ?? []);
      return {
        customerOnline: customerOnline || elsewhere.some((room) => room.customerOnline),
        team: [...new Set([...team, ...elsewhere.flatMap((room) => room.team)])],
      };
    },
    supportOnline: () => toldSupport || isSupportThere(),
    hear(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      stopHearing();
      clearInterval(beat);
      clearTimeout(timer);
      clearTimeout(supportGone);
      if (bus.isShared) bus.tell({ kind: 'stopped', of: bus.id });
    },
  };
}

function addTo(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
