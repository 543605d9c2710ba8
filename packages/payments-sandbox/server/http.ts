import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import getRawBody from 'raw-body';
import { newId } from '../core/context.ts';
import { type ApiAnswer, type ApiRequest, errorAnswer } from './api.ts';

/** A body as text. @throws raw-body's error with status 413 for more bytes than any call of the API has */
export const readBody = (req: IncomingMessage): Promise<string> =>
  getRawBody(req, { limit: 100_000, encoding: 'utf-8' });

/** Reads a call of the API from a request whose key has been checked; `path` is the part after the mount. */
export async function readCall(
  req: IncomingMessage,
  url: URL,
  path: string,
  caller: ApiRequest['caller'],
): Promise<ApiRequest> {
  const method = req.method ?? 'GET';
  const body = method === 'POST' ? await readBody(req) : '';
  const form = method === 'POST' ? body : url.search.slice(1);
  const key = req.headers['idempotency-key'];
  return { method, path, form, caller, idempotencyKey: typeof key === 'string' ? key : null };
}

/** Refuses a wrong key in the provider's words; `null` if it is right. */
export function refuseKey(req: IncomingMessage, wanted: string): ApiAnswer | null {
  const given = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];
  if (given === wanted) return null;
  return errorAnswer(401, {
    type: 'invalid_request_error',
    message:
      given === undefined
        ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
        : `Invalid API Key provided: ${given.slice(0, 8)}****`,
  });
}

export async function sendAnswer(res: ServerResponse, answer: ApiAnswer, latencyMs: number): Promise<void> {
  if (latencyMs > 0) await wait(latencyMs);
  res.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'request-id': newId('req'),
    ...(answer.replayed && { 'idempotent-replayed': 'true' }),
  });
  res.end(answer.body);
}
