import type { User } from '../../../api/contract/entities.ts';
import { keyOf } from '../../lib/api.ts';
import { inTime } from '../../lib/in-time.ts';
import { isJson } from '../../lib/is-json.ts';
import {
  addCacheRecordsOf,
  type CacheRecord,
  dropCacheRecords,
  readCacheRecord,
} from '../cache/cache-records.ts';
import { mayBeFor } from '../push/push-note.ts';
import { type End, endIn, forgetEnded } from './ended.ts';
import { userHash } from './front-page.ts';

const deadlineMs = 10_000;
const storagePatienceMs = 400;

/**
 * Whether what is for this person may be shown here: not where the device remembers another, or has noted that it
 * tells another, or nobody. One that cannot tell, such as one that could store no person, believes the server, which
 * sends nothing to a browser whose session has ended.
 */
export async function mayTell(person: string): Promise<boolean> {
  try {
    return await inTime(isFor(person), storagePatienceMs);
  } catch {
    return true;
  } finally {
    dropCacheRecords();
  }
}

async function isFor(person: string): Promise<boolean> {
  const user = await readCacheRecord(userHash);
  return user ? (user.query.state.data as User).id === person : mayBeFor(person);
}

/**
 * Reads what a notification is about, as the app would, and keeps it: whoever opens it in a place without a network
 * finds what they were told. Nothing where this device remembers nobody; where the session has ended, it forgets.
 * @param href what the notification opens
 */
export async function refreshCopy(href: string): Promise<void> {
  const id = /^\/bookings\/([\w-]+)$/.exec(href)?.[1];
  if (!id) return;
  try {
    const user = await readCacheRecord(userHash);
    if (!user) return;
    const keys = [keyOf('listBookings'), keyOf('readBooking', { id }), keyOf('listMessages', { id })];
    const read = await Promise.all(keys.map((key) => answerTo(key, user)));
    const end = read.find((met) => typeof met === 'string');
    if (end) {
      // Where somebody else has signed in since, what is stored is theirs.
      if ((await readCacheRecord(userHash))?.owner === user.owner) await forgetEnded(end);
      return;
    }
    // Signed out meanwhile: nothing is kept of what they could read.
    await addCacheRecordsOf(
      user,
      read.filter((record) => record !== null && typeof record !== 'string'),
    );
  } finally {
    dropCacheRecords();
  }
}

/** As the app stores an answer; `null` where there was none, or what of this person's has ended. */
async function answerTo(queryKey: string[], user: CacheRecord): Promise<CacheRecord | End | null> {
  const { id } = user.query.state.data as User;
  // It may say less than what a page shows that has been answered meanwhile.
  const dataUpdatedAt = Date.now();
  try {
    const answer = await fetch(queryKey.join('/'), {
      credentials: 'include',
      headers: { accept: 'application/json', 'hearthkeep-person': id },
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    });
    const end = await endIn(answer);
    if (end) return end;
    if (!answer.ok || !isJson(answer)) return null;
    const hash = JSON.stringify(queryKey);
    const state = { ...user.query.state, data: await answer.json(), dataUpdatedAt };
    return { ...user, hash, query: { ...user.query, queryKey, queryHash: hash, state } };
  } catch {
    return null;
  }
}
