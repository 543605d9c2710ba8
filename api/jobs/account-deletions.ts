import { emptyWriteAheadLog } from '../db/write-ahead-log.ts';
import type { Deps } from '../deps.ts';
import { deleteAccounts } from '../features/flows/account-deletion/deleting.service.ts';

/**
 * Deletes the accounts whose week is over. Each round also empties the database's log, in which the words stay that a
 * round before or the cleaning has deleted.
 */
export async function accountDeletions(deps: Deps, stopping: AbortSignal): Promise<void> {
  await deleteAccounts(deps, stopping);
  await emptyWriteAheadLog(deps.db);
}
