import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '../../../contract/schemas/customers.ts';
import { startOfDay } from '../../../core/wall-clock.ts';
import type { Tx } from '../../../db/database.ts';
import { type Page, pageOf, readCursor } from '../../../db/keyset.ts';
import type { Deps } from '../../../deps.ts';
import { presentAct } from './audit.presenter.ts';
import { insertAct, selectActs } from './audit.repository.ts';
import type { AuditAct, AuditActTable } from './audit.table.ts';

const pageLength = 50;

/**
 * Logs an administrator's act, in the transaction of the act.
 * @param details the values before and after, as ids, numbers, names of states and the business's own texts; never a text
 * that a person wrote, but the team's reason for planning a visit over an obstacle
 */
export async function recordAct(
  db: Tx,
  act: {
    actorId: string;
    act: AuditActTable['act'];
    subject: { kind: AuditActTable['subject_kind']; id: string };
    /** The customer concerned. */
    userId: string | null;
    details?: Record<string, string | number | boolean | null>;
    now: string;
  },
): Promise<void> {
  await insertAct(db, {
    id: randomUUID(),
    actor_id: act.actorId,
    act: act.act,
    subject_kind: act.subject.kind,
    subject_id: act.subject.id,
    user_id: act.userId,
    details: JSON.stringify(act.details ?? {}),
    created_at: act.now,
  });
}

/**
 * Administrators' acts, newest first; the contract asks for the permission.
 * @param asked.from, asked.to days of the business, both included
 * @throws Refusal `invalid_input` for an unknown cursor
 */
export async function listActs(
  deps: Pick<Deps, 'db' | 'env'>,
  query: {
    limit?: number | undefined;
    cursor?: string | undefined;
    actor?: string | undefined;
    user?: string | undefined;
    act?: AuditAct | undefined;
    from?: string | undefined;
    to?: string | undefined;
  },
): Promise<Page<AuditEntry>> {
  const { db, env } = deps;
  const { limit = pageLength, cursor, actor, user, act, from, to } = query;
  const { rows, next } = pageOf(
    await selectActs(db, {
      ...readCursor(cursor),
      rows: limit + 1,
      actorId: actor,
      userId: user,
      act,
      since: from && startOfDay(from, env.BUSINESS_TIME_ZONE),
      until: to && startOfDay(to, env.BUSINESS_TIME_ZONE, 1),
    }),
    limit,
  );
  return { rows: rows.map(presentAct), next };
}
