import type { Change } from '../bus/changed.ts';
import type { Connection } from './connection.ts';

/** The shortest interval between two hints to a socket. */
const spacingMs = 500;
/** If everybody must read everything again, the sockets are told one after the other at this interval. */
const apartMs = 2;
/** The time for which hints are remembered. */
const rememberedMs = 60_000;
/** A dead socket may stay unnoticed for this time. */
const unnoticedMs = 30_000;
const mostRemembered = 20_000;
/** Old entries are removed in groups of this size, because each removal moves all entries that stay. */
const mostForgotten = 1_000;
export const everything = '/api/';

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
  const began = performance.now();
  const people = new Map<string, Set<Connection>>();
  const admins = new Set<Connection>();
  /** The hints not sent yet, and the time of the last one sent. */
  const states = new Map<Connection, { keys: Set<string>; told: number; timer: NodeJS.Timeout | null }>();
  const remembered: { at: number; change: Change & { all?: true } }[] = [];
  /** The index of the first entry that is still remembered. */
  let first = 0;
  let rememberedSince = began;

  function remember(change: Change & { all?: true }): void {
    const now = performance.now();
    remembered.push({ at: now, change });
    while ((remembered[first]?.at ?? now) < now - rememberedMs - unnoticedMs) first++;
    if (remembered.length - first > mostRemembered) rememberedSince = remembered[first++]?.at ?? now;
    if (first < mostForgotten) return;
    remembered.splice(0, first);
    first = 0;
  }

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
      const since = performance.now() - age - unnoticedMs;
      if (age > rememberedMs || performance.now() - age < rememberedSince)
        return queue(connection, [everything]);
      for (const { at, change } of remembered) {
        if (at < since) continue;
        const isTheirs = change.all || change.people?.includes(id) || (change.admins && role === 'admin');
        if (isTheirs) queue(connection, change.keys);
      }
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
      remember(change);
      for (const person of change.people ?? [])
        for (const connection of people.get(person) ?? []) queue(connection, change.keys);
      if (change.admins) for (const connection of admins) queue(connection, change.keys);
    },
    tellAll() {
      remember({ all: true, keys: [everything] });
      for (const [n, connection] of [...states.keys()].entries())
        queue(connection, [everything], n * apartMs);
    },
  };
}
