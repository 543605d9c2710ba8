import type { User } from '../../../api/contract/schemas/people.ts';
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
 * Whether a notification for this person may be shown here: not if the device remembers another person, or has noted
 * another, or nobody. A device that cannot tell, such as one that could store no person, believes the server, which
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
 * Reads the content behind a notification, as the app would, and stores it, so that it can be opened without a
 * network. Does nothing if this device remembers nobody; if the session has ended, removes the stored data.
 * @param href the address that the notification opens
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
      // If another person has signed in since, the stored data is theirs.
      if ((await readCacheRecord(userHash))?.owner === user.owner) await forgetEnded(end);
      return;
    }
    // Nothing is stored if the person has signed out meanwhile.
    await addCacheRecordsOf(
      user,
      read.filter((record) => record !== null && typeof record !== 'string'),
    );
  } finally {
    dropCacheRecords();
  }
}

/** An answer in the app's stored form; `null` without one; or the end that the server reports. */
async function answerTo(queryKey: string[], user: CacheRecord): Promise<CacheRecord | End | null> {
  const { id } = user.query.state.data as User;
  // The answer may be older than changes that a page has received meanwhile.
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
