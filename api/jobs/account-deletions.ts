import type { Deps } from '../deps.ts';
import { deleteAccounts } from '../features/account-deletion/deleting.service.ts';

/** Deletes the accounts whose week is over. */
export async function accountDeletions(deps: Deps, stopping: AbortSignal): Promise<void> {
  await deleteAccounts(deps, stopping);
}
