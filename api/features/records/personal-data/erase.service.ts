import { letOthersGo } from '../../../core/turn.ts';
import type { Db } from '../../../db/database.ts';
import { dataMap } from './map.ts';
import { fateOf, type TableAnswer } from './map.types.ts';
import { deleteTheirs, emptyTheirs } from './personal-data.repository.ts';

/** The rows of one transaction, few enough that nobody waits long for the database. */
const most = 500;

/**
 * Deletes or empties all data about a person, as the map lists it: rows that refer to others first, the person's own
 * row last. It continues where it stopped, so it may be repeated.
 * @param stay called before each batch; throwing ends the deletion
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
