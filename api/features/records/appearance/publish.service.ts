import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { recordAct } from '../audit/audit.service.ts';
import { lockAppearance, updateAppearance } from './appearance.repository.ts';
import { contentOf } from './appearance.rows.ts';

interface Change<T extends object> {
  id: 'look' | 'texts';
  /** The version on which the change was made. */
  version: number;
  wanted: Partial<T>;
  /** The values that hold without a change. */
  first: T;
  /** A value for the log, and for the person whose change came too late. */
  words: (value: unknown) => string;
  /** Refuses values that cannot be published. */
  require?: (tx: Tx, next: T) => Promise<void>;
}

/**
 * Publishes changed values of the look or of the texts, in a transaction. A repeat, or values that hold already, change
 * nothing.
 * @returns the published row, which this process is to hold; `null` if nothing changed
 * @throws Refusal `conflict` if others were published meanwhile, with the present value of each one that was sent
 */
export async function publishChange<T extends object>(
  deps: Pick<Deps, 'db' | 'clock' | 'bus'>,
  actor: Person,
  { id, version, wanted, first, words, require }: Change<T>,
): Promise<{ version: number; content: string } | null> {
  const now = instant(deps.clock);
  const published = await deps.db.transaction().execute(async (tx) => {
    const row = await lockAppearance(tx, { id, now });
    const before: T = { ...first, ...(JSON.parse(row.content) as Partial<T>) };
    const changed = (Object.keys(wanted) as (keyof T & string)[]).filter(
      (name) => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(before[name]),
    );
    if (changed.length === 0) return null;
    if (row.version !== version)
      throw changedMeanwhile(
        id,
        changed.map((name) => [name, words(before[name])]),
      );
    const next = { ...before, ...wanted };
    await require?.(tx, next);
    const written = { version: version + 1, content: contentOf(first, next) };
    await updateAppearance(tx, { id, ...written, updated_at: now });
    await recordAct(tx, {
      actorId: actor.id,
      act: `${id}_changed`,
      subject: { kind: id, id },
      userId: null,
      details: Object.fromEntries(
        changed.flatMap((name) => [
          [`${name}From`, words(before[name])],
          [`${name}To`, words(next[name])],
        ]),
      ),
      now,
    });
    return written;
  });
  if (published) deps.bus.tell({ kind: id, version: published.version });
  return published;
}

const changedMeanwhile = (id: Change<object>['id'], changed: [name: string, now: string][]): Refusal =>
  new Refusal(
    'conflict',
    'Somebody else has changed these settings meanwhile, so yours were not saved. Please look at theirs and decide.',
    {
      fields: Object.fromEntries(
        changed.map(([name, now]) => [
          id === 'texts' ? `texts.${name}` : name,
          `Somebody else has set this to: ${now || 'nothing'}`,
        ]),
      ),
    },
  );
