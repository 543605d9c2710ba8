import { forgetEverything } from './forget.ts';
import { unsentCount } from './outbox/outbox.ts';

/** Ends the session for good, and leaves nothing of the person on the device. What was not sent is asked about first. */
export async function signOut(): Promise<void> {
  const unsent = unsentCount();
  const messages = unsent === 1 ? 'One message has' : `${unsent} messages have`;
  if (unsent && !confirm(`${messages} not been sent yet and would be lost. Sign out all the same?`)) return;
  await forgetEverything();
  location.assign('/api/logout');
}
