import type { Deps } from '../deps.ts';
import { clearSessions } from '../features/account/sessions.service.ts';
import { datePaidInvoices } from '../features/billing/billing.service.ts';
import { clearCalledOff } from '../features/booking-changes/called-off.service.ts';
import { clearDataExports } from '../features/data-export/clearing.service.ts';
import { clearNotices } from '../features/notices/cleaning.service.ts';
import { clearCheckouts } from '../features/payments/cleaning.service.ts';
import { clearPhotos } from '../features/photos/cleaning.service.ts';
import { clearLogoutTokens } from '../features/sign-in/issuer-logout.service.ts';
import { clearEvents } from '../features/webhooks/cleaning.service.ts';

const steps = [
  clearSessions,
  clearLogoutTokens,
  clearCheckouts,
  clearCalledOff,
  clearNotices,
  clearEvents,
  clearPhotos,
  clearDataExports,
  datePaidInvoices,
];

/**
 * Deletes data whose period of storage is over, and repairs what an older release left. A failing step does not
 * prevent the others.
 */
export async function cleaning(deps: Deps, stopping: AbortSignal): Promise<void> {
  for (const step of steps) {
    if (stopping.aborted) return;
    try {
      await step(deps, stopping);
    } catch (err) {
      deps.log.error({ err, step: step.name }, 'a step of the cleaning failed');
    }
  }
}
