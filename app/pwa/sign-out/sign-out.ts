import { create } from 'zustand';
import { customerPaths } from '../../../api/contract/paths/customer-paths.ts';
import type { Method } from '../../../api/contract/paths/path.ts';
import { toast } from '../../ui/toasts/toast.tsx';

let leaving: Promise<void> | null = null;
/** Whether this tab is signing out, for the tapped button: an answer may take long. */
export const useSigningOut = create(() => ({ busy: false }));

/** Signs this browser out, and removes all data of the person from the device (`end-session.ts`). */
export const signOut = (): Promise<void> => leave('GET', '/api/logout');

/** The same on all devices of the person; the other devices forget at their next answer. */
export const signOutEverywhere = (): Promise<void> =>
  leave(customerPaths.endAllSessions.method, customerPaths.endAllSessions.path);

/** The code of the sign-out is loaded on demand; if that fails, the person stays signed in. */
function leave(method: Method, path: string): Promise<void> {
  if (leaving) return leaving;
  useSigningOut.setState({ busy: true });
  leaving = import('./end-session.ts')
    .then(
      ({ endSession }) => endSession(method, path),
      () => false,
    )
    .then((ended) => {
      if (!ended) sayStillIn();
    })
    .finally(() => {
      leaving = null;
      useSigningOut.setState({ busy: false });
    });
  return leaving;
}

function sayStillIn(): void {
  toast({
    title: 'You are still signed in',
    description: 'Signing out needs the network. Please try again when it is back.',
    style: 'destructive',
  });
}
