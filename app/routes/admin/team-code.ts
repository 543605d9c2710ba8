import { isOnline } from '../../lib/online.ts';
import { useUpdate } from '../../pwa/update/register.ts';

const patienceMs = 4000;
let isRequested = false;

/**
 * Loads the calendar's library when nothing else is to be done, while the server surely has it. The worker keeps it
 * from then on, and this tab finds it even if another version has come out meanwhile.
 */
export function keepTeamCode(): void {
  if (isRequested) return;
  isRequested = true;
  setTimeout(() => {
    if (useUpdate.getState().apply) return;
    if (!isOnline()) {
      isRequested = false;
      return;
    }
    import('../../features/schedule/calendar-grid.tsx').catch(() => {
      isRequested = false;
    });
  }, patienceMs);
}
