import type { Change } from '../bus/changed.ts';
import type { Connection } from './connection.ts';
import { everything, missedBy, nothingRemembered, remember } from './remembered-changes.ts';

/** The shortest interval between two hints to a socket. */
const spacingMs = 500;
/** If everybody must read everything again, the sockets are told one after the other at this interval. */
const apartMs = 2;

export interface Hints {
  /** @param age ms since this client's last socket ended; `null` if it had none */
  add(connection: Connection, age: number | null): void;
  remove(connection: Connection): void;
  tell(change: Change): void;
  /** Tells all clients to read everything again, because a note may have been lost. */
  tellAll(): void;
}

/** The hints to open apps: people are told about their own data, administrators about the team's too. */
export function createHints(): Hints {
  const people = new Map<string, Set<Connection>>();
  const admins = new Set<Connection>();
  /** The hints not sent yet, and the time of the last one sent. */
  const states = new Map<Connection, { keys: Set<string>; told: number; timer: NodeJS.Timeout | null }>();
  const remembered = nothingRemembered();

  function queue(connection: Connection, keys: Iterable<string>, delay = 0): void {
    const state = states.get(connection);
    if (!state) return;
    for (const key of keys) state.keys.add(key);
    if (state.timer || state.keys.size === 0) return;
    const wait = Math.max(delay, state.told + spacingMs - performance.now());
    if (wait <= 0) send(connection);
    else state.timer = setTimeout(send, wait, connection).unref();
  }

  function send(connection: Connection): void {
    const state = states.get(connection);
    if (!state) return;
    state.timer = null;
    state.told = performance.now();
    const keys = state.keys.has(everything) ? [everything] : [...state.keys];
    state.keys.clear();
    connection.send({ type: 'changed', data: { keys } });
  }

  return {
    add(connection, age) {
      const { id, role } = connection.person;
      const own = people.get(id) ?? new Set();
      people.set(id, own.add(connection));
      if (role === 'admin') admins.add(connection);
      states.set(connection, { keys: new Set(), told: Number.NEGATIVE_INFINITY, timer: null });
      if (age === null) return;
      for (const keys of missedBy(remembered, connection.person, age)) queue(connection, keys);
    },
    remove(connection) {
      const own = people.get(connection.person.id);
      own?.delete(connection);
      if (own?.size === 0) people.delete(connection.person.id);
      admins.delete(connection);
      clearTimeout(states.get(connection)?.timer ?? undefined);
      states.delete(connection);
    },
    tell(change) {
      remember(remembered, change);
      for (const person of change.people ?? [])
        for (const connection of people.get(person) ?? []) queue(connection, change.keys);
      if (change.admins) for (const connection of admins) queue(connection, change.keys);
    },
    tellAll() {
      remember(remembered, { all: true, keys: [everything] });
      for (const [n, connection] of [...states.keys()].entries())
        queue(connection, [everything], n * apartMs);
    },
  };
}
