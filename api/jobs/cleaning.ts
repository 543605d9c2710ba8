import type { Deps } from '../deps.ts';
import { datePaidInvoices } from '../features/billing/billing.service.ts';
import { clearNotices } from '../features/notices/cleaning.service.ts';
import { clearPhotos } from '../features/photos/cleaning.service.ts';

/** Clears away what has been done with for long, and puts right what an older release has left. */
export async function cleaning(deps: Deps, stopping: AbortSignal): Promise<void> {
  await clearNotices(deps, stopping);
  await clearPhotos(deps, stopping);
  await datePaidInvoices(deps);
}
