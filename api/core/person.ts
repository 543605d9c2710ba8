import { type Permission, permissions, withRequired } from '../contract/access/permissions.ts';

/** The person who makes a call, taken from the session and never from the client's own words. */
export interface Person {
  id: string;
  /** Whether the person is an administrator (spec §3). Rights are asked of `permissions` alone. */
  role: 'customer' | 'admin';
  /** The rights of the person's role; empty for a customer. */
  permissions: ReadonlySet<Permission>;
}

/** The id of the role that has every permission, also one that a later release adds. */
export const administrator = 'administrator';

const all: ReadonlySet<Permission> = new Set(permissions);
const none: ReadonlySet<Permission> = new Set();

/** Sets by the stored text that they were read from; every call reads one, and few texts exist. */
const read = new Map<string, ReadonlySet<Permission>>();
const mostRead = 1_000;

/**
 * The permissions of a role.
 * @param roleId `null`: a customer
 * @param stored the role's list as JSON; names of another release are left out
 */
export function permissionsOf(roleId: string | null, stored: string | null): ReadonlySet<Permission> {
  if (roleId === administrator) return all;
  if (roleId === null || stored === null) return none;
  const known = read.get(stored);
  if (known) return known;
  const made = new Set(withRequired(JSON.parse(stored)));
  if (read.size >= mostRead) read.clear();
  read.set(stored, made);
  return made;
}

export const roleOf = (roleId: string | null): Person['role'] =>
  roleId === administrator ? 'admin' : 'customer';

/** @param stored the list of the role's permissions as JSON */
export const personOf = (id: string, roleId: string | null, stored: string | null = null): Person => ({
  id,
  role: roleOf(roleId),
  permissions: permissionsOf(roleId, stored),
});

/** Whether the person belongs to the team. */
export const isOfTeam = (person: Person): boolean => person.permissions.size > 0;

/** Whether two readings of a person give the same rights. */
export const haveSameRights = (one: Person, other: Person): boolean =>
  one.role === other.role &&
  one.permissions.size === other.permissions.size &&
  one.permissions.isSubsetOf(other.permissions);
