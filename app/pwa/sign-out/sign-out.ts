import { create } from 'zustand';
import { type Method, paths } from '../../../api/contract/paths.ts';
import { toast } from '../../ui/toasts/toast.tsx';

let leaving: Promise<void> | null = null;
/** Whether this tab is signing out, for what was tapped: an answer may take its time. */
export const useSigningOut = create(() => ({ busy: false }));

/** Signs this browser out, and leaves nothing of the person on the device (`end-session.ts`). */
export const signOut = (): Promise<void> => leave('GET', '/api/logout');

/** The same, on every device of the person's; the others forget when they are next answered. */
export const signOutEverywhere = (): Promise<void> =>
  leave(paths.endAllSessions.method, paths.endAllSessions.path);

/** Its code comes when it is asked for; without that, too, the person stays signed in. */
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
