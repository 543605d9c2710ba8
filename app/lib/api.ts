import type { Answer, Body, Params, Query } from '../../api/contract/calls/calls.ts';
import { customerPaths } from '../../api/contract/paths/customer-paths.ts';
import type { Method } from '../../api/contract/paths/path.ts';
import type { CallName } from '../../api/contract/paths/paths.ts';
import type { ErrorCode } from '../../api/contract/schemas/errors.ts';
import { deadline } from './deadline.ts';
import { whenFree } from './hold.ts';
import { isJson } from './is-json.ts';
import { parsed, portalStatus, secondsIn, toOurServer } from './our-server.ts';

/** The server refused. The message is the status, a colon, a space and the body (spec §8). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | 'unknown';
  /** The message for a person. */
  readonly text: string;
  readonly fields: Record<string, string>;
  /** The present values of a thing that was changed since the caller saw it. */
  readonly current: unknown;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: string, statusText: string, retryAfter: string | null) {
    super(`${status}: ${body || statusText}`);
    const { code, message, fields, current } = parseBody(body);
    this.status = status;
    this.code = code ?? 'unknown';
    this.text = message ?? statusText;
    this.fields = fields ?? {};
    this.current = current;
    this.retryAfterSeconds = secondsIn(retryAfter);
  }
}

/** Whether the requested thing does not exist, or not for this person. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * Our server gave no answer: no network, a deadline, or another server in between answered (a captive portal's
 * page).
 */
export class NetworkError extends Error {
  override name = 'NetworkError';
}

function parseBody(body: string): {
  code?: ErrorCode;
  message?: string;
  fields?: Record<string, string>;
  current?: unknown;
} {
  const value = parsed(body);
  return value !== null && typeof value === 'object' ? value : {};
}

/** The time until the first byte of a read; a read that has begun on a slow network may take longer. */
const readWithinMs = 10_000;
const deadlineMs = 20_000;
/** The waiting time of a call after which the network itself is tested. */
const doubtAfterMs = 4000;
let doubted = () => {};
/** Calls `listener` for every call that waits so long. */
export const onDoubt = (listener: () => void): void => {
  doubted = listener;
};
let unauthorized = (_path: string, _isGone: boolean) => {};
/**
 * Calls `listener` for every answer of 401, from any caller, with the call's path, and whether the account was
 * deleted.
 */
export const onRefusedPerson = (listener: (path: string, isGone: boolean) => void): void => {
  unauthorized = listener;
};
const inBetween = (): NetworkError => new NetworkError('Something between us answered instead of our server');

let person: string | null = null;

/**
 * Makes all later calls for this person alone. The server refuses them (401) if another person has signed in on this
 * device since, so that nobody books, pays or reads as another.
 */
export function speakFor(id: string | null): void {
  person = id;
}

interface RequestOptions {
  body?: unknown;
  /** A body that is not JSON, such as a picture. */
  file?: Blob;
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
  /** The request outlives the page, which is being left. */
  keepalive?: boolean | undefined;
  /** Receives the answer's headers, before the answer. */
  onHeaders?: (headers: Headers) => void;
}

/** Reads or writes JSON with the session's cookie. @throws ApiError, NetworkError, or the signal's own reason. */
export function request(method: Method, path: string, options: RequestOptions = {}): Promise<unknown> {
  return whenFree(() => requestNow(method, path, options));
}

/** The same for the call that ends the session, while all others are held. */
export async function requestNow(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json' };
  const body = options.file ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  if (body !== undefined) headers['content-type'] = options.file?.type ?? 'application/json';
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  // The call that asks who is signed in is made for any person.
  if (person && path !== customerPaths.readUser.path) headers['hearthkeep-person'] = person;
  const { response, body: text } = await answerTo(
    path,
    {
      method,
      headers,
      keepalive: options.keepalive === true,
      ...(body === undefined ? {} : { body }),
    },
    (answer) => answer.text(),
    options.signal,
  );
  if (!response.ok) throw refusalIn(path, response, text);
  if (!isJson(response)) throw inBetween();
  const answer = parsed(text);
  if (answer === undefined) throw inBetween();
  options.onHeaders?.(response.headers);
  return answer;
}

/**
 * An answer and its body, in time.
 * @throws NetworkError, or the signal's own reason
 */
async function answerTo<T>(
  path: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
  wanted?: AbortSignal,
): Promise<{ response: Response; body: T }> {
  const isRead = (init.method ?? 'GET') === 'GET';
  const { signal, moveTo, end } = deadline(isRead ? readWithinMs : deadlineMs);
  const doubts = setTimeout(() => doubted(), doubtAfterMs);
  try {
    const response = await fetch(path, {
      ...init,
      ...toOurServer,
      signal: wanted ? AbortSignal.any([wanted, signal]) : signal,
    });
    clearTimeout(doubts);
    moveTo(deadlineMs);
    return { response, body: await read(response) };
  } catch (cause) {
    if (wanted?.aborted) throw cause;
    throw new NetworkError('The network did not answer', { cause });
  } finally {
    clearTimeout(doubts);
    end();
  }
}

/** The error of a refusal. Our own proxy may answer in its own words that the server is down (5xx). */
function refusalIn(path: string, { status, statusText, headers }: Response, text: string): Error {
  const refusal = new ApiError(status, text, statusText, headers.get('retry-after'));
  const isOurs = status >= 500 || refusal.code !== 'unknown';
  if (isOurs && status === 401) unauthorized(path, refusal.code === 'account_deleted');
  return isOurs && status !== portalStatus ? refusal : inBetween();
}

/** Reads bytes, such as a photo's. @throws ApiError, NetworkError, or the signal's own reason. */
export async function readFile(path: string, signal: AbortSignal): Promise<Blob> {
  const headers: Record<string, string> = person ? { 'hearthkeep-person': person } : {};
  const { response, body: file } = await answerTo(path, { headers }, (answer) => answer.blob(), signal);
  if (!response.ok) throw refusalIn(path, response, await file.text());
  if (!file.type.startsWith('image/')) throw inBetween();
  return file;
}

/** One page of a list, and the address of the next (`Link` header); `null` after the last. */
export async function readPage<T>(
  path: string,
  signal?: AbortSignal,
): Promise<{ items: T[]; next: string | null }> {
  let next: string | null = null;
  const items = await request('GET', path, {
    signal,
    onHeaders: (headers) => {
      next = nextOf(headers.get('link'));
    },
  });
  return { items: items as T[], next };
}

/** The address of `rel="next"`, of this server alone. */
export function nextOf(link: string | null): string | null {
  return /<(\/[^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1] ?? null;
}

/** The largest number of rows in one answer by the contract. */
const mostRows = 200;

/**
 * The address of the page after the last of these (`null` at the end), as long as all of them together: after a
 * change hint, a list that was read far down is read again in few calls.
 */
export function followingPage(
  last: { next: string | null },
  pages: readonly { items: readonly unknown[] }[],
): string | null {
  if (last.next === null) return null;
  const [path, search] = last.next.split('?', 2);
  const query = new URLSearchParams(search);
  const rows = pages.reduce((sum, { items }) => sum + items.length, 0);
  query.set('limit', String(Math.min(mostRows, Math.max(1, rows))));
  return `${path}?${query}`;
}

type Given<K extends string, T> = [T] extends [undefined] ? { [P in K]?: never } : { [P in K]: T };
export type CallInput<N extends CallName> = Given<'params', Params<N>> &
  Given<'body', Body<N>> & {
    query?: Query<N>;
    file?: Blob;
    idempotencyKey?: string;
    signal?: AbortSignal;
    keepalive?: boolean;
  };

/** A table of the contract's calls, or a part of it. */
type Table = Partial<Record<CallName, { method: Method; path: string }>>;
const rowIn = <T extends Table>(table: T, name: keyof T) => table[name] as { method: Method; path: string };

/** Makes `keyOf` for the calls of a table. */
export const keyIn =
  <T extends Table>(table: T) =>
  (name: keyof T, params: Record<string, string> = {}): string[] => {
    const [, ...segments] = rowIn(table, name).path.split('/');
    const [first, ...rest] = segments.map((s) =>
      s.startsWith(':') ? encodeURIComponent(params[s.slice(1)] ?? '') : s,
    );
    return [`/${first}`, ...rest];
  };

/** Makes `call` for the calls of a table. */
export const callIn =
  <T extends Table>(table: T) =>
  async <N extends keyof T & CallName>(
    name: N,
    ...[input]: Record<never, never> extends CallInput<N> ? [CallInput<N>?] : [CallInput<N>]
  ): Promise<Answer<N>> => {
    const { method } = rowIn(table, name);
    const path =
      keyIn(table)(name, input?.params as Record<string, string> | undefined).join('/') +
      search(input?.query as Record<string, unknown> | undefined);
    return (await request(method, path, {
      ...(input?.body === undefined ? {} : { body: input.body }),
      ...(input?.file ? { file: input.file } : {}),
      ...(input?.idempotencyKey ? { idempotencyKey: input.idempotencyKey } : {}),
      ...(input?.signal ? { signal: input.signal } : {}),
      keepalive: input?.keepalive,
    })) as Answer<N>;
  };

/** Makes a call of a customer's pages; the contract types path, payload and answer. `team-api.ts` has the team's. */
export const call = /* @__PURE__ */ callIn(customerPaths);

/** A query's key: the segments of its call's path, joined with slashes by the default reader (spec §7). */
export const keyOf = /* @__PURE__ */ keyIn(customerPaths);

function search(query: Record<string, unknown> | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return entries.length ? `?${new URLSearchParams(entries.map(([k, v]) => [k, String(v)]))}` : '';
}
