import { letOthersGo } from '../../core/turn.ts';
import type { Db } from '../../db/database.ts';
import { dataMap } from './map.ts';
import { fateOf, type TableAnswer } from './map.types.ts';
import { deleteTheirs, emptyTheirs } from './theirs.repository.ts';

/** So many rows that nobody waits long for the database. */
const most = 500;

/**
 * Deletes and empties whatever is kept of a person, as the map has it: what refers to others goes before them, and who
 * they were goes last. It goes on where it was left, so it may be repeated.
 * @param stay is called before each batch; to throw ends it
 */
export async function eraseTheirs(db: Db, userId: string, stay: () => Promise<void>): Promise<void> {
  for (const [table, { whose, columns }] of Object.entries(
    dataMap as Record<string, TableAnswer>,
  ).toReversed()) {
    if (!whose) continue;
    const fates = Object.entries(columns).map(([column, answer]) => [column, fateOf(answer)] as const);
    const cells = fates.flatMap(([column, fate]) =>
      fate !== null && typeof fate === 'object' ? [[column, fate.emptied] as const] : [],
    );
    const rows = { table, whose, userId, rows: most };
    const goes = fates.some(([, fate]) => fate === 'deleted');
    if (!goes && cells.length === 0) continue;
    for (let touched = most; touched >= most; await letOthersGo()) {
      await stay();
      touched = await db
        .transaction()
        .execute((tx) => (goes ? deleteTheirs(tx, rows) : emptyTheirs(tx, { ...rows, cells })));
    }
  }
}
