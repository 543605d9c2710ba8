import type { Bus, Note } from '../bus/bus.ts';
import {
  type Attendance,
  type Attendant,
  attendanceHere,
  count,
  nobodyHere,
  together,
} from './attendance.ts';
import {
  attendanceElsewhere,
  forget,
  hearOther,
  isSupportElsewhere,
  noOthers,
  silent,
} from './other-processes.ts';
import { nothingSaid, say } from './saying-presence.ts';
import { createSupportOnline } from './support-online.ts';

/** Changes within this time are sent together. */
const togetherMs = 50;
/** The interval of a process's sign of life. */
const presentMs = 30_000;

export interface Presence {
  /** Notes that a socket is present. @returns the function that ends it */
  enter(who: Attendant): () => void;
  in(conversationId: string): Attendance;
  /** Whether anybody of the team is present at all. */
  supportOnline(): boolean;
  /** The listener gets the conversations whose attendance changed; `null`: support as a whole has come or gone. */
  hear(listener: (conversationIds: readonly string[] | null) => void): () => void;
  close(): void;
}

/**
 * The conversations that the team and customers have open, over all processes. Each process sends its differences,
 * and now and then a sign of life; a process that has missed a note asks for the complete state.
 */
export function createPresence(bus: Bus): Presence {
  const here = nobodyHere();
  const outgoing = nothingSaid();
  const others = noOthers();
  const listeners = new Set<(conversationIds: readonly string[] | null) => void>();
  /** Conversations whose change the listeners were not told yet. */
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const isSupportThere = () => here.support > 0 || isSupportElsewhere(others);
  const tell = (ids: readonly string[] | null) => {
    for (const listener of listeners) listener(ids);
  };
  const support = createSupportOnline(isSupportThere, () => tell(null));

  function tellSoon(of: readonly string[]): void {
    for (const id of of) changed.add(id);
    timer ??= setTimeout(() => {
      timer = undefined;
      say(bus, here, outgoing);
      const ids = [...changed];
      changed.clear();
      if (ids.length > 0) tell(ids);
      support.changed();
    }, togetherMs).unref();
  }

  /** Counts a socket that has come, or has gone. */
  function countSocket(who: Attendant, by: 1 | -1): void {
    const wasSupportHere = here.support > 0;
    count(here, who, by);
    const isSupportHere = here.support > 0;
    if (isSupportHere !== wasSupportHere) outgoing.unsaid.add('');
    if (who.conversationId) outgoing.unsaid.add(who.conversationId);
    tellSoon(who.conversationId ? [who.conversationId] : []);
  }

  function heard(note: Note): void {
    if (note.kind === 'gap') bus.tell({ kind: 'who', of: null });
    else if (note.kind === 'who') {
      if (note.of !== null && note.of !== bus.id) return;
      outgoing.isAsked = true;
      tellSoon([]);
    } else {
      const changedThere = hearOther(bus, others, note);
      if (changedThere) tellSoon(changedThere);
    }
  }

  const stopHearing = bus.hear(heard);
  const beat = setInterval(() => {
    if (bus.isShared) bus.tell({ kind: 'present', of: bus.id, version: outgoing.version });
    for (const id of silent(others)) tellSoon(forget(others, id));
  }, presentMs).unref();
  if (bus.isShared) bus.tell({ kind: 'who', of: null });

  return {
    enter(who) {
      countSocket(who, 1);
      return () => countSocket(who, -1);
    },
    in: (id) => together([attendanceHere(here, id), ...attendanceElsewhere(others, id)]),
    supportOnline: () => support.isTold() || isSupportThere(),
    hear(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      stopHearing();
      clearInterval(beat);
      clearTimeout(timer);
      support.close();
      if (bus.isShared) bus.tell({ kind: 'stopped', of: bus.id });
    },
  };
}
