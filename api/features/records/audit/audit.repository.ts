import type { Db, Tx } from '../../../db/database.ts';
import type { Place } from '../../../db/keyset.ts';
import type { AuditAct, AuditActTable } from './audit.table.ts';

export async function insertAct(db: Tx, act: AuditActTable): Promise<void> {
  await db.insertInto('audit_acts').values(act).execute();
}

export interface ActFilter {
  actorId?: string | undefined;
  userId?: string | undefined;
  act?: AuditAct | undefined;
  /** Instants: from the first included one to the first excluded one. */
  since?: string | undefined;
  until?: string | undefined;
}

export type ActRow = Awaited<ReturnType<typeof selectActs>>[number];

/** Newest first, with the names of the actor, and of the customer and the worker concerned. */
export function selectActs(db: Db, p: Place & ActFilter & { rows: number }) {
  let acts = db
    .selectFrom('audit_acts as a')
    .innerJoin('users as by', 'by.id', 'a.actor_id')
    .leftJoin('users as of', 'of.id', 'a.user_id')
    .leftJoin('workers as w', (on) =>
      on.onRef('w.id', '=', 'a.subject_id').on('a.subject_kind', '=', 'worker'),
    )
    .select(['a.id', 'a.act', 'a.subject_kind', 'a.subject_id', 'a.details', 'a.created_at'])
    .select(['a.actor_id', 'by.first_name', 'by.last_name', 'by.email'])
    .select(['a.user_id', 'of.first_name as of_first_name', 'of.last_name as of_last_name'])
    .select(['of.email as of_email', 'w.name as worker_name'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('a.created_at', 'a.id'), '<', tuple(p.created_at, p.id)))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(p.rows);
  if (p.actorId) acts = acts.where('a.actor_id', '=', p.actorId);
  if (p.userId) acts = acts.where('a.user_id', '=', p.userId);
  if (p.act) acts = acts.where('a.act', '=', p.act);
  if (p.since) acts = acts.where('a.created_at', '>=', p.since);
  if (p.until) acts = acts.where('a.created_at', '<', p.until);
  return acts.execute();
}
