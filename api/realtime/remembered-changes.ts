import type { Change } from '../bus/changed.ts';
import type { Person } from '../core/person.ts';
import { readable } from './readers.ts';

/** The time for which changes are remembered. */
const rememberedMs = 60_000;
/** A dead socket may stay unnoticed for this time. */
const unnoticedMs = 30_000;
const mostRemembered = 20_000;
/** Old entries are removed in groups of this size, because each removal moves all entries that stay. */
const mostForgotten = 1_000;
/** The path that stands for all others. */
export const everything = '/api/';

/** A change, or one that concerns everybody. */
type RememberedChange = Change & { all?: true };

/** The changes of the last while, for clients that return. */
export interface RememberedChanges {
  readonly entries: { at: number; change: RememberedChange }[];
  /** The index of the first entry that is still remembered. */
  first: number;
  /** The time since which no change is missing. */
  since: number;
}

export const nothingRemembered = (): RememberedChanges => ({
  entries: [],
  first: 0,
  since: performance.now(),
});

export function remember(changes: RememberedChanges, change: RememberedChange): void {
  const { entries } = changes;
  const now = performance.now();
  entries.push({ at: now, change });
  while ((entries[changes.first]?.at ?? now) < now - rememberedMs - unnoticedMs) changes.first++;
  if (entries.length - changes.first > mostRemembered) changes.since = entries[changes.first++]?.at ?? now;
  if (changes.first < mostForgotten) return;
  entries.splice(0, changes.first);
  changes.first = 0;
}

/**
 * Finds the changes that a person's client has missed while it had no socket.
 * @param age ms since the client's last socket ended
 * @returns the paths of each change, which must be read again
 */
export function* missedBy(
  changes: RememberedChanges,
  { id, permissions }: Person,
  age: number,
): Generator<readonly string[]> {
  const ended = performance.now() - age;
  if (age > rememberedMs || ended < changes.since) {
    yield [everything];
    return;
  }
  for (const { at, change } of changes.entries) {
    if (at < ended - unnoticedMs) continue;
    if (change.all || change.everyone || change.people?.includes(id)) yield change.keys;
    else if (change.admins && permissions.size > 0) yield readable(change.keys, permissions);
  }
}
