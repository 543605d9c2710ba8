import type { Message } from '../../../api/contract/entities.ts';
import type { Entry } from './database.ts';
import type { Sent } from './drain.ts';

const deadlineMs = 20_000;

/**
 * Sends one entry, from a page or from the worker, and says what became of it. `person` in the headers makes the
 * server refuse it (401) when somebody else has signed in on this device since.
 */
export async function sendEntry(path: string, entry: Entry): Promise<Sent> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(path, {
      method: 'POST',
      credentials: 'include',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'idempotency-key': entry.clientId,
        'hearthkeep-person': entry.userId,
      },
      body: JSON.stringify({ bookingId: entry.bookingId, message: entry.message }),
      signal: AbortSignal.timeout(deadlineMs),
    });
    text = await answer.text();
  } catch {
    return { kind: 'no-network' };
  }
  return outcomeOf(entry, answer.status, answer.headers, text);
}

/**
 * Reads an answer. Whatever is not ours came from something in between, such as a captive portal: an entry counts as
 * stored only when the answer names it.
 */
export function outcomeOf(entry: Entry, status: number, headers: Headers, text: string): Sent {
  if (status === 429 || status >= 500) {
    const after = headers.get('retry-after');
    return { kind: 'later', afterMs: after && /^\d+$/.test(after) ? Number(after) * 1000 : null };
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { kind: 'no-network' };
  }
  if (typeof body !== 'object' || body === null) return { kind: 'no-network' };
  if (status === 401) return { kind: 'signed-out' };
  if (status === 200) {
    const message = body as Message;
    return message.clientId === entry.clientId ? { kind: 'stored', message } : { kind: 'no-network' };
  }
  const { code, message } = body as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return { kind: 'no-network' };
  return { kind: 'refused', reason: typeof message === 'string' ? message : 'It was refused' };
}
