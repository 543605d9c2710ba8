import type { Change } from '../bus/changed.ts';
import { type Pacing, paced } from '../bus/pacing.ts';
import { isOfTeam, type Person } from '../core/person.ts';
import type { Connection } from './connection.ts';
import { readable } from './readers.ts';
import { everything, missedBy, nothingRemembered, remember } from './remembered-changes.ts';

/** The longest interval between two hints to a socket, and between two to the team about one person. */
const mostMs = 4_000;
const mostOfOneMs = 8_000;
/** If everybody must read again, the sockets are told one after the other at this interval. */
const apartMs = 2;

export interface Hints {
  /** @param age ms since this client's last socket ended; `null` if it had none */
  add(connection: Connection, age: number | null): void;
  remove(connection: Connection): void;
  tell(change: Change): void;
  /** Tells all clients to read everything again, because a note may have been lost. */
  tellAll(): void;
}

/**
 * The hints to open apps: people are told about their own data, the team about everybody's, by what its members may read. The intervals
 * between hints grow under load. The team's hints about one person have an interval of their own, so that a person
 * who changes much does not make others' changes come late.
 */
export function createHints(): Hints {
  const people = new Map<string, Set<Connection>>();
  /** The team's sockets by their permissions: members of one role share a set. */
  const team = new Map<Person['permissions'], Set<Connection>>();
  const states = new Map<Connection, Pacing>();
  /** The hints to the team about people whose data has just changed. */
  const aboutPeople = new Map<string, Pacing>();
  const remembered = nothingRemembered();

  const send = (connection: Connection, keys: Set<string>) =>
    connection.send({ type: 'changed', data: { keys: keys.has(everything) ? [everything] : [...keys] } });

  function tellApart(keys: readonly string[]): void {
    for (const [n, state] of [...states.values()].entries()) state.add(keys, n * apartMs);
  }

  function tellTeam(keys: Iterable<string>): void {
    for (const [permissions, connections] of team) {
      const theirs = readable(keys, permissions);
      if (theirs.length > 0) for (const connection of connections) states.get(connection)?.add(theirs);
    }
  }

  function tellTeamOf(personId: string, keys: Iterable<string>): void {
    const pacing =
      aboutPeople.get(personId) ?? paced(mostOfOneMs, tellTeam, () => aboutPeople.delete(personId));
    aboutPeople.set(personId, pacing);
    pacing.add(keys);
  }

  return {
    add(connection, age) {
      const { id, permissions } = connection.person;
      const connections = people.get(id) ?? new Set();
      people.set(id, connections.add(connection));
      if (isOfTeam(connection.person))
        team.set(permissions, (team.get(permissions) ?? new Set()).add(connection));
      const state = paced(mostMs, (keys) => send(connection, keys));
      states.set(connection, state);
      if (age === null) return;
      for (const keys of missedBy(remembered, connection.person, age)) state.add(keys);
    },
    remove(connection) {
      const connections = people.get(connection.person.id);
      connections?.delete(connection);
      if (connections?.size === 0) people.delete(connection.person.id);
      const { permissions } = connection.person;
      const colleagues = team.get(permissions);
      colleagues?.delete(connection);
      if (colleagues?.size === 0) team.delete(permissions);
      states.get(connection)?.end();
      states.delete(connection);
    },
    tell(change) {
      remember(remembered, change);
      if (change.everyone) tellApart(change.keys);
      for (const person of change.people ?? [])
        for (const connection of people.get(person) ?? []) states.get(connection)?.add(change.keys);
      if (change.admins && change.of) tellTeamOf(change.of, change.keys);
      else if (change.admins) tellTeam(change.keys);
    },
    tellAll() {
      remember(remembered, { all: true, keys: [everything] });
      tellApart([everything]);
    },
  };
}
