import type { Method } from '../../../api/contract/paths/path.ts';
import { ApiError, requestNow } from '../../lib/api.ts';
import { answered } from '../../lib/hold.ts';
import { inTime } from '../../lib/in-time.ts';
import { isReachable } from '../../lib/online.ts';
import { personMark } from '../../lib/session.ts';
import { confirmFirst } from '../../ui/dialogs/confirm.ts';
import { outboxStore } from '../outbox/store.ts';
import { countInHand } from '../photos/in-hand.ts';
import { hasBegunForms } from '../storage/begun.ts';
import { hasDrafts } from '../storage/drafts.ts';
import { countOlderChat } from '../unsent/older-chat.ts';
import { countKinds, outbox } from '../unsent/outbox.ts';
import { forgetEverything, holdEverywhere } from './forget.ts';

const patienceMs = 3000;
/** A storage without an answer within this time counts as having no photos. */
const photosWithinMs = 1000;

/**
 * Ends the session on the server, then removes all data of the person from the device. Unsent work is asked about
 * first; without a network nothing is ended and nothing removed.
 * @returns false without a network
 */
export async function endSession(method: Method, path: string): Promise<boolean> {
  if (!(await isReachable())) return false;
  const unsent = await findUnsent();
  if (unsent.length && !(await mayLose(unsent))) return true;
  let onward: string;
  const goOn = holdEverywhere();
  // A read that reaches the server later would be answered as signed out.
  await inTime(answered(), patienceMs).catch(() => {});
  try {
    ({ url: onward } = (await requestNow(method, path)) as { url: string });
  } catch (error) {
    goOn();
    // Another device was quicker; the app, which receives every 401, reports it and leads to the sign-in.
    return error instanceof ApiError && error.status === 401;
  }
  await forgetEverything();
  location.assign(onward);
  return true;
}

/** The work that would be lost, in words: 'one message', 'what you began to write', '2 photos'. */
async function findUnsent(): Promise<string[]> {
  const { userId, entries } = outbox.state();
  const { messages, changes } = countKinds(entries);
  const mark = personMark();
  const photos = userId
    ? await inTime(outboxStore.countDraftPhotos(userId), photosWithinMs).catch(() => 0)
    : 0;
  return [
    counted(messages + countOlderChat(), 'message'),
    counted(changes, 'change'),
    (userId && hasDrafts(userId)) || (mark && hasBegunForms(mark)) ? 'what you began to write' : '',
    counted(photos + countInHand(), 'photo'),
  ].filter(Boolean);
}

function mayLose(unsent: string[]): Promise<boolean> {
  const what = new Intl.ListFormat('en-AU').format(unsent);
  const have = unsent.length === 1 && !/^\d/.test(what) ? 'has' : 'have';
  return confirmFirst({
    title: 'Sign out all the same?',
    text: `${what.charAt(0).toUpperCase()}${what.slice(1)} ${have} not been sent yet and would be lost.`,
    yes: 'Sign Out',
    danger: true,
    no: 'Stay signed in',
  });
}

const counted = (count: number, what: string): string =>
  count > 1 ? `${count} ${what}s` : count ? `one ${what}` : '';
