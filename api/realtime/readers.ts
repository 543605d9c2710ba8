import { access } from '../contract/access/access.ts';
import type { Permission } from '../contract/access/permissions.ts';
import { type CallName, paths } from '../contract/rules/paths.ts';

/** The team reads the threads of bookings by the customers' own calls. */
const byCustomersCalls: Permission = 'bookings.read';

const reads = (Object.keys(paths) as CallName[])
  .map((name) => ({ ...paths[name], who: access[name] }))
  .filter(({ method, who }) => method === 'GET' && who !== 'anyone')
  .map(({ path, who }) => ({
    parts: path.split('/'),
    permission: who === 'person' ? byCustomersCalls : (who as Permission),
  }));

/** Most keys come again, so each is looked up once; ids make others. */
const known = new Map<string, ReadonlySet<Permission>>();
const mostKnown = 500;

/**
 * The permissions with one of which a member of the team may read a path, or something beneath one that ends in a
 * slash; empty for a path that no call reads.
 */
export function readersOf(key: string): ReadonlySet<Permission> {
  const before = known.get(key);
  if (before) return before;
  const parts = key.split('/');
  const isAll = parts.at(-1) === '';
  if (isAll) parts.pop();
  const found = new Set(
    reads
      .filter(
        (read) =>
          (isAll ? read.parts.length > parts.length : read.parts.length === parts.length) &&
          parts.every((part, n) => read.parts[n] === part || read.parts[n]?.startsWith(':')),
      )
      .map(({ permission }) => permission),
  );
  if (known.size >= mostKnown) known.clear();
  known.set(key, found);
  return found;
}

/** The paths that a member of the team with these permissions may read. */
export const readable = (keys: Iterable<string>, permissions: ReadonlySet<Permission>): string[] =>
  [...keys].filter((key) => !readersOf(key).isDisjointFrom(permissions));
