import type { Bus, Note, PresenceNote } from '../bus/bus.ts';
import type { Attendance } from './attendance.ts';

/** The silence after which another process counts as dead. */
const forgottenMs = 90_000;
/** The shortest interval between two requests for the complete state of a process. */
const askedAgainMs = 2_000;

/** The people present in the other processes, according to their notes. */
export interface Others {
  readonly known: Map<string, Other>;
  /** The time at which each process was last asked for its complete state. */
  readonly askedAt: Map<string, number>;
}

interface Other {
  /** The number of the last note. */
  version: number;
  heardAt: number;
  support: boolean;
  readonly rooms: Map<string, Attendance>;
}

export const noOthers = (): Others => ({ known: new Map(), askedAt: new Map() });

/** Takes a note of another process. @returns the conversations that changed; `null` if it says nothing new of them */
export function hearOther(bus: Bus, others: Others, note: Note): string[] | null {
  if (note.kind === 'stopped') return forget(others, note.of);
  if (note.kind === 'presence' && note.of !== bus.id) return hearPresence(bus, others, note);
  if (note.kind === 'present' && note.of !== bus.id) hearSignOfLife(bus, others, note);
  return null;
}

/** Takes the differences of a process, and asks for its complete state if a note before this one was missed. */
function hearPresence(
  bus: Bus,
  others: Others,
  note: Extract<PresenceNote, { kind: 'presence' }>,
): string[] | null {
  const known = others.known.get(note.of);
  if (!note.whole && (!known || note.version < known.version || note.version > known.version + 1)) {
    ask(bus, others, note.of);
    return null;
  }
  const other: Other = known ?? { version: 0, heardAt: 0, support: false, rooms: new Map() };
  others.known.set(note.of, other);
  const changed = note.whole ? [...other.rooms.keys()] : [];
  if (note.whole) other.rooms.clear();
  other.version = note.version;
  other.heardAt = performance.now();
  other.support = note.support;
  for (const [id, customer, team] of note.rooms) {
    changed.push(id);
    if (customer || team.length > 0) other.rooms.set(id, { customerOnline: customer === 1, team: [...team] });
    else other.rooms.delete(id);
  }
  return changed;
}

/** Takes a sign of life, which tells whether a note of the process was missed. */
function hearSignOfLife(bus: Bus, others: Others, note: Extract<PresenceNote, { kind: 'present' }>): void {
  const known = others.known.get(note.of);
  if (known?.version === note.version) known.heardAt = performance.now();
  else ask(bus, others, note.of);
}

/** Notes of the process may arrive before its answer, so one request is enough. */
function ask(bus: Bus, { askedAt }: Others, id: string): void {
  const now = performance.now();
  if (now - (askedAt.get(id) ?? Number.NEGATIVE_INFINITY) < askedAgainMs) return;
  askedAt.set(id, now);
  bus.tell({ kind: 'who', of: id });
}

/** Forgets a process that has stopped. @returns the conversations that changed */
export function forget(others: Others, id: string): string[] {
  const changed = [...(others.known.get(id)?.rooms.keys() ?? [])];
  others.known.delete(id);
  others.askedAt.delete(id);
  return changed;
}

/** The processes that count as dead. */
export const silent = ({ known }: Others): string[] =>
  [...known].flatMap(([id, { heardAt }]) => (heardAt < performance.now() - forgottenMs ? [id] : []));

export const attendanceElsewhere = ({ known }: Others, conversationId: string): Attendance[] =>
  [...known.values()].flatMap(({ rooms }) => rooms.get(conversationId) ?? []);

export const isSupportElsewhere = ({ known }: Others): boolean =>
  [...known.values()].some(({ support }) => support);
