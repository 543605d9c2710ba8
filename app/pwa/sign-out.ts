import { type Method, paths } from '../../api/contract/paths.ts';
import { ApiError, request } from '../lib/api.ts';
import { signedOut } from '../lib/query-client.ts';
import { toast } from '../ui/toast.tsx';
import { forgetEverything } from './forget.ts';
import { unsentCount } from './outbox/outbox.ts';

/** Signs this browser out, and leaves nothing of the person on the device. */
export const signOut = (): Promise<void> => leave('GET', '/api/logout');

/** The same, on every device of the person's; the others forget when they are next answered. */
export const signOutEverywhere = (): Promise<void> =>
  leave(paths.endAllSessions.method, paths.endAllSessions.path);

/**
 * Ends the session for good, then leaves nothing of the person on the device. What was not sent is asked about first;
 * without a network nothing is ended and nothing removed.
 */
async function leave(method: Method, path: string): Promise<void> {
  const unsent = unsentCount();
  const messages = unsent === 1 ? 'One message has' : `${unsent} messages have`;
  if (unsent && !confirm(`${messages} not been sent yet and would be lost. Sign out all the same?`)) return;
  let onward: string;
  try {
    ({ url: onward } = (await request(method, path)) as { url: string });
  } catch (error) {
    // Another device was quicker; the app says so, and leads to the sign-in.
    if (error instanceof ApiError && error.status === 401) return signedOut();
    toast({
      title: 'You are still signed in',
      description: 'Signing out needs the network. Please try again when it is back.',
      style: 'destructive',
    });
    return;
  }
  await forgetEverything();
  location.assign(onward);
}
