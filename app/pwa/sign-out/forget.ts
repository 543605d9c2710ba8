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

/** One for telling and for hearing: a channel does not hear itself, another one in the same page would. */
const channel = new BroadcastChannel(forgetName);
/** Another one: a tab of an older release forgets whatever it hears on the first. */
const endings = new BroadcastChannel(endingsName);
const patienceMs = 3000;
/** Longer than any answer to a sign-out is waited for. */
const longestEndingMs = 30_000;
let leave = () => {};

/**
 * Holds every tab while the session is being ended: the others hear of its end from the server before this one may.
 * @returns what lets them go on, where it was not ended
 */
export function holdEverywhere(): () => void {
  const goOn = hold();
  endings.postMessage('begun');
  return () => {
    endings.postMessage('over');
    goOn();
  };
}

/** Another tab may sleep, or not have been told: what it has in memory is the person's too. */
export const tellEnded = (): void => endings.postMessage('ended' satisfies Ending);

/** After this nothing of the person is left on the device: in memory, storage, the databases, in every tab. */
export async function forgetEverything(): Promise<void> {
  channel.postMessage('forget');
  await forgetHere();
}

/** Has this tab forget with the one that signs out; `leaving` takes away what it shows. */
export function forgetWithOthers(leaving: () => void): void {
  leave = leaving;
  channel.onmessage = () => void forgetHere().finally(() => location.replace('/'));
  onAccountGone(() => void forgetAccount());
  let goOn = () => {};
  endings.onmessage = ({ data }: MessageEvent<Ending>) => {
    if (data === 'ended') return signedOut();
    goOn();
    // One that signs out as well goes on by its own answer.
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

/** The account was deleted: nobody will sign in for what waits here to be sent. */
async function forgetAccount(): Promise<void> {
  stayHere();
  dropPersonMark();
  await forgetEverything();
  location.replace('/');
}

async function forgetHere(): Promise<void> {
  hold();
  sealDevice();
  // An open dialog leaves its entry by going back, and in WebKit the page that is to come next would then never come.
  history.replaceState(null, '');
  // What is on screen would read again what is forgotten here.
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
  // A device whose storage hangs keeps nobody signed in.
  await inTime(stored, patienceMs).catch(() => {});
}
