import type { DeletionWait } from '../../../contract/schemas/account-deletion.ts';
import { daysAfter } from '../../../core/durations.ts';
import type { Deps } from '../../../deps.ts';
import type { DeletionRow } from '../../records/account/deletion/deletion.repository.ts';
import { isLastAdmin } from '../../records/administrators/roles.service.ts';
import { isWorkUnsettled } from '../booking-changes/call-off-all.service.ts';
import { isWorkUnpaid } from '../overage-charges/write-off.service.ts';

/** The days in which the team may enter the outcome of agreed work. */
const workDays = 7;
/**
 * The days for which done work may stay unpaid. With the week before, that is 30 days, within the month that the law
 * allows for a deletion (GDPR, article 12). The unpaid rest is then written off.
 */
const owedDays = 23;

/** The reason why a due deletion waits; `null` if nothing prevents it, or if it has begun. */
export async function waitOf(
  deps: Pick<Deps, 'db' | 'env'>,
  row: DeletionRow,
  now: Date,
): Promise<DeletionWait | null> {
  const { db, env } = deps;
  const planned = new Date(row.planned_at);
  if (row.begun_at || now < planned) return null;
  if (await isLastAdmin(db, env, row.user_id)) return 'last_admin';
  if (now < daysAfter(planned, workDays) && (await isWorkUnsettled(db, row.user_id, now.toISOString())))
    return 'work';
  if (now < daysAfter(planned, owedDays) && (await isWorkUnpaid(db, row.user_id))) return 'owed';
  return null;
}
