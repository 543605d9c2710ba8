import type { Deps } from '../deps.ts';
import { clearCalledOff } from '../features/flows/booking-changes/forget-called-off/forget-called-off.service.ts';
import { clearLogoutTokens } from '../features/flows/sign-in/issuer-logout/issuer-logout.service.ts';
import { clearEvents } from '../features/flows/webhooks/cleaning.service.ts';
import { clearSessions } from '../features/records/account/sessions/sessions.service.ts';
import { clearInvitations } from '../features/records/administrators/invitations/invitations.service.ts';
import { datePaidInvoices } from '../features/records/billing/billing.service.ts';
import { clearNotices } from '../features/records/notices/cleaning/cleaning.service.ts';
import { clearCheckouts } from '../features/records/payments/cleaning.service.ts';
import { clearDataExports } from '../features/records/personal-data/exports/clearing.service.ts';
import { clearPhotos } from '../features/records/photos/cleaning.service.ts';
import { clearPictures } from '../features/records/pictures/cleaning.service.ts';
import { clearHolds } from '../features/records/visits/cleaning.service.ts';

const steps = [
  clearSessions,
  clearLogoutTokens,
  clearCheckouts,
  clearCalledOff,
  clearNotices,
  clearEvents,
  clearPictures,
  clearPhotos,
  clearDataExports,
  datePaidInvoices,
  clearInvitations,
  clearHolds,
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
