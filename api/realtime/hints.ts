import type { Change } from '../bus/changed.ts';
import type { Connection } from './connection.ts';

/** A socket is told at most this often what to read again. */
const spacingMs = 500;
/** Where everybody is told to read everything again, one socket after the other is. */
const apartMs = 2;
/** How long it is remembered what was told. */
const rememberedMs = 60_000;
/** A socket may have been dead for so long before it was noticed. */
const unnoticedMs = 30_000;
const mostRemembered = 20_000;
/** What is remembered no more goes so many at a time, since that moves all that stays. */
const mostForgotten = 1_000;
export const everything = '/api/';

export interface Hints {
  /** @param age ms since this client's last socket ended; `null` where it had none */
  add(connection: Connection, age: number | null): void;
  remove(connection: Connection): void;
  tell(change: Change): void;
  /** Something may not have been heard: all are told to read everything again. */
  tellAll(): void;
}

/** What open apps are told to read again: people what concerns them, administrators the team's too. */
export function createHints(): Hints {
  const began = performance.now();
  const people = new Map<string, Set<Connection>>();
  const admins = new Set<Connection>();
  /** What has not been told yet, and when something was told last. */
  const states = new Map<Connection, { keys: Set<string>; told: number; timer: NodeJS.Timeout | null }>();
  const remembered: { at: number; change: Change & { all?: true } }[] = [];
  /** Where that which is remembered still begins. */
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
