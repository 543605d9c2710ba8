import { onAccountGone, queryClient, signedOut } from '../../lib/cache/query-client.ts';
import { hold, isHeld } from '../../lib/hold.ts';
import { inTime } from '../../lib/in-time.ts';
import { dropPersonMark, stayHere } from '../../lib/session.ts';
import { clearCacheRecords } from '../cache/cache-records.ts';
import { sealCache } from '../cache/persisted-cache.ts';
import { outboxStore } from '../outbox/store.ts';
import { seenName, sharedName } from '../photos/names.ts';
import { showBadge } from '../push/badge.ts';
import { forgetPush } from '../push/push-here.ts';
import { clearDatabase } from '../storage/clear-database.ts';
import { forgetAllButNotes } from '../storage/device-notes.ts';
import { isSealed, sealDevice } from '../storage/seal.ts';
import { stopOutbox } from '../unsent/outbox.ts';
import { type Ending, endingsName, forgetName } from './endings.ts';

/**
 * One channel for sending and receiving: a channel does not receive its own messages, but another one in the same
 * page would.
 */
const channel = new BroadcastChannel(forgetName);
/** A second channel, because a tab of an older release forgets on any message of the first. */
const endings = new BroadcastChannel(endingsName);
const patienceMs = 3000;
/** The longest hold, longer than any answer to a sign-out takes. */
const longestEndingMs = 30_000;
let leave = () => {};

/**
 * Holds every tab while the session is being ended: otherwise the others hear of its end from the server first.
 * @returns a function that releases them, if the session was not ended
 */
export function holdEverywhere(): () => void {
  const goOn = hold();
  endings.postMessage('begun');
  return () => {
    endings.postMessage('over');
    goOn();
  };
}

/**
 * Reports the end of the session to the other tabs, whose memory contains the person's data too: a tab may sleep, or
 * not have been told.
 */
export const tellEnded = (): void => endings.postMessage('ended' satisfies Ending);

/** Removes all data of the person from the device: memory, storage and databases, in every tab. */
export async function forgetEverything(): Promise<void> {
  channel.postMessage('forget');
  await forgetHere();
}

/** Makes this tab forget together with the one that signs out; `leaving` removes the visible page. */
export function forgetWithOthers(leaving: () => void): void {
  leave = leaving;
  channel.onmessage = () => void forgetHere().finally(() => location.replace('/'));
  onAccountGone(() => void forgetAccount());
  let goOn = () => {};
  endings.onmessage = ({ data }: MessageEvent<Ending>) => {
    if (data === 'ended') return signedOut();
    goOn();
    // A tab that is also signing out continues by its own answer.
    if (data !== 'begun' || isHeld()) return;
    const letGo = hold();
    // The tab that signs out may have been closed meanwhile.
    const timer = setTimeout(() => goOn(), longestEndingMs);
    goOn = () => {
      clearTimeout(timer);
      if (!isSealed()) letGo();
      goOn = () => {};
    };
  };
}

/** Removes everything after the account was deleted: nobody will sign in to send the waiting work. */
async function forgetAccount(): Promise<void> {
  stayHere();
  dropPersonMark();
  await forgetEverything();
  location.replace('/');
}

async function forgetHere(): Promise<void> {
  hold();
  sealDevice();
  // An open dialog would remove its history entry by going back, and in WebKit the next page would then never load.
  history.replaceState(null, '');
  // The visible page would read the forgotten data again.
  leave();
  addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => persisted && location.replace('/'));
  stopOutbox();
  queryClient.clear();
  forgetAllButNotes();
  const stored = Promise.allSettled([
    sealCache().then(clearCacheRecords),
    outboxStore.clear(),
    showBadge(0),
    clearDatabase(seenName),
    clearDatabase(sharedName),
    forgetPush(),
  ]);
  // A hung storage must not keep the person signed in.
  await inTime(stored, patienceMs).catch(() => {});
}
