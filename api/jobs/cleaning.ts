import type { Deps } from '../deps.ts';
import { clearLogoutTokens } from '../features/account/issuer-logout.service.ts';
import { clearSessions } from '../features/account/sessions.service.ts';
import { datePaidInvoices } from '../features/billing/billing.service.ts';
import { clearCalledOff } from '../features/bookings/called-off.service.ts';
import { clearCheckouts } from '../features/checkout/cleaning.service.ts';
import { clearDataExports } from '../features/data-export/data-export.service.ts';
import { clearNotices } from '../features/notices/cleaning.service.ts';
import { clearPhotos } from '../features/photos/cleaning.service.ts';
import { clearEvents } from '../features/webhooks/cleaning.service.ts';

/** Clears away what has been done with for long, and puts right what an older release has left. */
export async function cleaning(deps: Deps, stopping: AbortSignal): Promise<void> {
  await clearSessions(deps);
  await clearLogoutTokens(deps);
  await clearCheckouts(deps, stopping);
  await clearCalledOff(deps, stopping);
  await clearNotices(deps, stopping);
  await clearEvents(deps, stopping);
  await clearPhotos(deps, stopping);
  await clearDataExports(deps, stopping);
  await datePaidInvoices(deps);
}
