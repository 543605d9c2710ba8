import { addDays } from 'date-fns/addDays';
import type { DeletionWait } from '../../contract/account-deletion.ts';
import type { Deps } from '../../deps.ts';
import type { DeletionRow } from '../account/account-deletion.repository.ts';
import { isLastAdmin } from '../administrators/roles.service.ts';
import { isWorkUnsettled } from '../booking-changes/leaving.service.ts';
import { isWorkUnpaid } from '../past-hours-charges/leaving.service.ts';

/** For so long the team may take to say what became of the work that was agreed. */
const workDays = 7;
/**
 * For so long work that was done may stay unpaid: with the week before it that makes 30 days, within the month in which
 * a wish to be deleted is to be met (GDPR, article 12). What is not paid by then is written off.
 */
const owedDays = 23;

/** What a deletion waits for whose day has come; `null` where it waits for nothing, or has begun. */
export async function waitOf(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  row: DeletionRow,
  now: Date,
): Promise<DeletionWait | null> {
  const planned = new Date(row.planned_at);
  if (row.begun_at || now < planned) return null;
  if (await isLastAdmin(db, env, row.user_id)) return 'last_admin';
  if (now < addDays(planned, workDays) && (await isWorkUnsettled(db, row.user_id, now.toISOString())))
    return 'work';
  if (now < addDays(planned, owedDays) && (await isWorkUnpaid(db, row.user_id))) return 'owed';
  return null;
}
