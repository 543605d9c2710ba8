import { isOnline } from '../../lib/online.ts';
import { useUpdate } from '../../pwa/update/register.ts';

const patienceMs = 4000;
let asked = false;

/**
 * Brings the calendar's library once nothing else is to be done, while the server has it for sure: the worker keeps
 * it from then on, and this tab finds it though another version has come out meanwhile.
 */
export function keepTeamCode(): void {
  if (asked) return;
  asked = true;
  setTimeout(() => {
    if (useUpdate.getState().apply) return;
    if (!isOnline()) {
      asked = false;
      return;
    }
    import('../../features/schedule/calendar-grid.tsx').catch(() => {
      asked = false;
    });
  }, patienceMs);
}
