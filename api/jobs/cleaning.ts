import type { Deps } from '../deps.ts';
import { clearSessions } from '../features/account/sessions.service.ts';
import { datePaidInvoices } from '../features/billing/billing.service.ts';
import { clearCalledOff } from '../features/booking-changes/called-off.service.ts';
import { clearDataExports } from '../features/data-export/data-export.service.ts';
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
 * Clears away what has been done with for long, and puts right what an older release has left. A step that fails
 * keeps none of the others from being done.
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
