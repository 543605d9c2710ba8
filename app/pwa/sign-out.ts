import { request } from '../lib/api.ts';
import { confirmFirst } from '../ui/confirm.ts';
import { toast } from '../ui/toast.tsx';
import { forgetEverything } from './forget.ts';
import { unsentCount } from './outbox/outbox.ts';

/**
 * Ends the session for good, then leaves nothing of the person on the device. What was not sent is asked about first;
 * without a network nothing is ended and nothing removed.
 */
export async function signOut(): Promise<void> {
  const unsent = unsentCount();
  if (unsent && !(await mayLose(unsent))) return;
  let onward: string;
  try {
    ({ url: onward } = (await request('GET', '/api/logout')) as { url: string });
  } catch {
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

function mayLose(unsent: number): Promise<boolean> {
  const messages = unsent === 1 ? 'One message has' : `${unsent} messages have`;
  return confirmFirst({
    title: 'Sign out all the same?',
    text: `${messages} not been sent yet and would be lost.`,
    yes: 'Sign Out',
    danger: true,
    no: 'Stay signed in',
  });
}
