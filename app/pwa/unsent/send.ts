import { keyOf } from '../../lib/api.ts';
import { deadline } from '../../lib/deadline.ts';
import { parsed, portalStatus, secondsIn, toOurServer } from '../../lib/our-server.ts';
import type { KeptPhoto } from '../outbox/database.ts';
import { deadlineMs, photoDeadlineMs, photosMs } from '../outbox/deadlines.ts';
import type { Sent, Unanswered } from '../outbox/parts.ts';
import { type Answered, answerTo, type Entry, requestOf, type Store } from './work.ts';

interface Sending {
  method: string;
  path: string;
  type: string;
  body: BodyInit;
  deadlineMs: number;
}

/**
 * Sends one entry, after its photos, from a page or from the worker, and returns the result. The person in the
 * headers makes the server refuse it (401) if another person has signed in on this device since.
 */
export function sender(
  store: Pick<Store, 'read' | 'readPhoto' | 'markPhotos'>,
  fetchIt: typeof fetch = (...of) => fetch(...of),
  now: () => number = Date.now,
): (entry: Entry, unkept?: readonly KeptPhoto[]) => Promise<Sent<Answered>> {
  /**
   * Whether the server has a photo, for a full device that could not store this: the photo is not sent again for
   * that reason.
   */
  const unnoted = new Map<string, boolean>();
  const mark = async (ids: readonly string[], sent: boolean): Promise<void> => {
    try {
      await store.markPhotos(ids, sent);
      for (const id of ids) unnoted.delete(id);
    } catch {
      for (const id of ids) unnoted.set(id, sent);
    }
  };

  /** @returns the reason why the server lacks the photo; or the fact that it has it now, or answered earlier */
  const sendPhoto = async (
    entry: Entry,
    id: string,
    unkept?: KeptPhoto,
  ): Promise<Unanswered | 'sent' | 'known'> => {
    const photo = unkept ?? (await store.readPhoto(id));
    if (!photo)
      return { kind: 'refused', code: 'photo_missing', reason: 'A photo of it is no longer on this device' };
    if (unnoted.get(id) ?? photo.sent) return 'known';
    const heard = await ask(fetchIt, entry, {
      method: 'PUT',
      path: keyOf('putPhoto', { id: entry.bookingId, photoId: id }).join('/'),
      type: photo.type,
      body: photo.bytes,
      deadlineMs: photoDeadlineMs,
    });
    if (heard.kind !== 'answer') return heard;
    if (heard.body.id !== id) return { kind: 'no-network' };
    if (!unkept) await mark([id], true);
    return 'sent';
  };

  /** Whether the entry still waits. Where the storage fails it counts as waiting, and the server knows its repeats. */
  const stillWaits = async ({ seq }: Entry): Promise<boolean> => {
    try {
      return (await store.read(seq))?.state === 'waiting';
    } catch {
      return true;
    }
  };

  return async (entry, unkept = []) => {
    const photoIds = entry.work.kind === 'message' ? entry.work.photoIds : [];
    const until = now() + photosMs;
    let known = 0;
    for (const id of photoIds) {
      if (now() >= until) return { kind: 'later', afterMs: 1 };
      const given = unkept.find((photo) => photo.id === id);
      const sent = await sendPhoto(entry, id, given);
      if (typeof sent !== 'string') return sent;
      if (sent === 'known') known += 1;
    }
    // Photos take minutes, or hours on a frozen page: meanwhile its person may have signed out or taken it back, or
    // another drainer has had the answer.
    if (photoIds.length && !unkept.length && !(await stillWaits(entry))) return { kind: 'later', afterMs: 1 };
    const { body, ...request } = requestOf(entry);
    const heard = await ask(fetchIt, entry, {
      ...request,
      type: 'application/json',
      body: JSON.stringify(body),
      deadlineMs,
    });
    if (heard.kind === 'answer') {
      const answered = answerTo(entry, heard.body);
      return answered ? { kind: 'stored', answered } : { kind: 'no-network' };
    }
    if (heard.kind !== 'refused' || heard.code !== 'photo_missing' || !known) return heard;
    // The server answered long ago for a photo that it has not kept, so all photos are sent again.
    await mark(photoIds, false);
    return { kind: 'later', afterMs: null };
  };
}

async function ask(
  fetchIt: typeof fetch,
  entry: Entry,
  { path, type, deadlineMs: ms, ...rest }: Sending,
): Promise<Heard> {
  const { signal, end } = deadline(ms);
  try {
    const answer = await fetchIt(path, {
      ...rest,
      ...toOurServer,
      headers: {
        'content-type': type,
        accept: 'application/json',
        'idempotency-key': entry.clientId,
        'hearthkeep-person': entry.userId,
      },
      signal,
    });
    return heardIn(answer.status, answer.headers, await answer.text());
  } catch {
    return { kind: 'no-network' };
  } finally {
    end();
  }
}

type Refused = { code?: unknown; message?: unknown };
type Heard = { kind: 'answer'; body: Record<string, unknown> } | Unanswered;

/** Reads an answer. A foreign answer comes from a server in between, such as a captive portal. */
export function heardIn(status: number, headers: Headers, text: string): Heard {
  if (status === portalStatus) return { kind: 'no-network' };
  if (status === 429 || status >= 500) {
    const seconds = secondsIn(headers.get('retry-after'));
    const afterMs = seconds === null ? null : seconds * 1000;
    const { code, message } = (status === 429 && (parsed(text) as Refused | null)) || {};
    const isOurs = typeof code === 'string' && typeof message === 'string';
    return { kind: 'later', afterMs, ...(isOurs && { reason: message }) };
  }
  const body = parsed(text);
  if (typeof body !== 'object' || body === null) return { kind: 'no-network' };
  if (status === 200) return { kind: 'answer', body: body as Record<string, unknown> };
  const { code, message } = body as Refused;
  if (typeof code !== 'string') return { kind: 'no-network' };
  if (status === 401) return { kind: 'signed-out' };
  // The server is of an earlier release, which does not know the call.
  if (status === 405) return { kind: 'later', afterMs: null };
  return { kind: 'refused', code, reason: typeof message === 'string' ? message : 'It was refused' };
}
