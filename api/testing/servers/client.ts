import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import type { Call } from '../../contract/calls/call.ts';
import { type Answer, type Body, calls, type Params } from '../../contract/calls/calls.ts';
import type { CallName } from '../../contract/paths/paths.ts';
import { ApiErrorBody, type ErrorCode } from '../../contract/schemas/errors.ts';

export interface CallInput<N extends CallName> {
  params?: Params<N>;
  query?: Record<string, string | number>;
  /** Not typed by the contract, because tests send values that a client must not. */
  body?: Body<N> | unknown;
  /** The file for a call that takes one; declared as a JPEG unless a header says otherwise. */
  upload?: Uint8Array<ArrayBuffer>;
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

/** An answer that its schema allows, or the API's one shape of an error. */
export interface Answered<N extends CallName> {
  status: number;
  headers: Headers;
  body: Answer<N> & { code?: ErrorCode; requestId?: string; fields?: Record<string, string> };
}

export interface Client {
  /** Makes a call of the contract as our own page would, and checks the answer against its schema. */
  call<N extends CallName>(name: N, input?: CallInput<N>): Promise<Answered<N>>;
  /** Makes any request with this person's cookie and nothing else; redirects are not followed. */
  raw(method: string, path: string, init?: Omit<RequestInit, 'method'>): Promise<Response>;
}

/** `url` is where the server listens, `origin` the address that it believes to have. */
export function createClient(url: string, origin: string, cookie: string | null): Client {
  const raw: Client['raw'] = (method, path, init = {}) => {
    const headers = new Headers(init.headers);
    if (cookie && !headers.has('cookie')) headers.set('cookie', cookie);
    return fetch(url + path, { redirect: 'manual', ...init, method, headers });
  };
  return {
    raw,
    async call<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<Answered<N>> {
      const call: Call = calls[name];
      const hasBody = input.body !== undefined;
      const response = await raw(call.method, pathOf(call, input), {
        headers: {
          ...(call.method === 'GET' ? {} : { origin }),
          ...(hasBody ? { 'content-type': 'application/json' } : {}),
          ...(input.upload ? { 'content-type': 'image/jpeg' } : {}),
          ...(input.idempotencyKey ? { 'idempotency-key': input.idempotencyKey } : {}),
          ...input.headers,
        },
        ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
        ...(input.upload ? { body: input.upload } : {}),
      });
      const body = await response.json();
      // Parsing removes fields that the schema does not name; a difference is a field that was sent by mistake.
      assert.deepEqual(body, z.parse(response.ok ? call.answer : ApiErrorBody, body), `${name}'s answer`);
      return { status: response.status, headers: response.headers, body: body as Answered<N>['body'] };
    },
  };
}

function pathOf(call: Call, input: { params?: unknown; query?: Record<string, string | number> }): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = call.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return query.size ? `${path}?${query}` : path;
}
