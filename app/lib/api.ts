import type { Answer, Body, Params, Query } from '../../api/contract/calls.ts';
import type { ErrorCode } from '../../api/contract/errors.ts';
import { type CallName, type Method, paths } from '../../api/contract/paths.ts';

/** The server answered and refused. The message is the status, a colon, a space and the body (spec §8). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | 'unknown';
  /** What to tell a person. */
  readonly text: string;
  readonly fields: Record<string, string>;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: string, statusText: string, retryAfter: string | null) {
    super(`${status}: ${body || statusText}`);
    const parsed = parseBody(body);
    this.status = status;
    this.code = parsed.code ?? 'unknown';
    this.text = parsed.message ?? statusText;
    this.fields = parsed.fields ?? {};
    this.retryAfterSeconds = retryAfter && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
  }
}

/** No answer of ours came: no network, a deadline passed, or something in between answered (a captive portal's page). */
export class NetworkError extends Error {
  override name = 'NetworkError';
}

function parseBody(body: string): { code?: ErrorCode; message?: string; fields?: Record<string, string> } {
  try {
    const value: unknown = JSON.parse(body);
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}

const deadlineMs = 20_000;

let person: string | null = null;

/**
 * From now on calls are made for this person alone: the server refuses them (401) when somebody else has signed in
 * on this device since, so that nobody books, pays or reads as another.
 */
export function speakFor(id: string | null): void {
  person = id;
}

/** Reads or writes JSON with the session's cookie. @throws ApiError, NetworkError, or the signal's own reason. */
export async function request(
  method: Method,
  path: string,
  options: {
    body?: unknown;
    idempotencyKey?: string;
    signal?: AbortSignal | undefined;
    /** Is given the answer's headers, before the answer. */
    onHeaders?: (headers: Headers) => void;
  } = {},
): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  // Who is signed in is asked of whoever it is.
  if (person && path !== paths.readUser.path) headers['hearthkeep-person'] = person;
  const deadline = AbortSignal.timeout(deadlineMs);
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: 'include',
      signal: options.signal ? AbortSignal.any([options.signal, deadline]) : deadline,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    text = await response.text();
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new NetworkError('The network did not answer', { cause });
  }
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  if (!response.ok) {
    if (!isJson && response.status < 500)
      throw new NetworkError('Something between us answered instead of Hearthkeep');
    throw new ApiError(response.status, text, response.statusText, response.headers.get('retry-after'));
  }
  if (!isJson) throw new NetworkError('Something between us answered instead of Hearthkeep');
  options.onHeaders?.(response.headers);
  return JSON.parse(text);
}

/** One page of a list, and where the next one is (`Link` header); `null` where it was the last. */
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

type Given<K extends string, T> = [T] extends [undefined] ? { [P in K]?: never } : { [P in K]: T };
export type CallInput<N extends CallName> = Given<'params', Params<N>> &
  Given<'body', Body<N>> & { query?: Query<N>; idempotencyKey?: string; signal?: AbortSignal };

/** Makes a call of the contract's table; path, payload and answer are typed by it. */
export async function call<N extends CallName>(
  name: N,
  ...[input]: Record<never, never> extends CallInput<N> ? [CallInput<N>?] : [CallInput<N>]
): Promise<Answer<N>> {
  const { method } = paths[name];
  const path =
    keyOf(name, input?.params as Record<string, string> | undefined).join('/') +
    search(input?.query as Record<string, unknown> | undefined);
  return (await request(method, path, {
    ...(input?.body === undefined ? {} : { body: input.body }),
    ...(input?.idempotencyKey ? { idempotencyKey: input.idempotencyKey } : {}),
    ...(input?.signal ? { signal: input.signal } : {}),
  })) as Answer<N>;
}

/** A query's key: the segments of its call's path, which the default reader joins with slashes (spec §7). */
export function keyOf(name: CallName, params: Record<string, string> = {}): string[] {
  const [, ...segments] = paths[name].path.split('/');
  const [first, ...rest] = segments.map((s) =>
    s.startsWith(':') ? encodeURIComponent(params[s.slice(1)] ?? '') : s,
  );
  return [`/${first}`, ...rest];
}

function search(query: Record<string, unknown> | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return entries.length ? `?${new URLSearchParams(entries.map(([k, v]) => [k, String(v)]))}` : '';
}
