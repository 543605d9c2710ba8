import Router from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod/mini';
import { access } from '../contract/access/access.ts';
import type { Call } from '../contract/calls/call.ts';
import { calls } from '../contract/calls/calls.ts';
import type { CallName } from '../contract/paths/paths.ts';
import type { Person } from '../core/person.ts';
import { Refusal } from '../core/refusal.ts';
import { letOthersGo } from '../core/turn.ts';
import { readJson, readUpload } from './body.ts';
import type { Handlers, Input } from './handlers.ts';
import { filePolicy } from './headers.ts';
import type { Limits } from './limits/limits.ts';
import { answerEverybody } from './long-answer.ts';
import { hasNul } from './nul.ts';
import { permitted } from './rights/permitted.ts';

/**
 * Finds a path without parameters by its name, once it has been found among the patterns: that search costs a tenth of
 * a short answer.
 */
class CallRouter extends Router {
  readonly #found = new Map<string, ReturnType<Router['match']>>();

  override match(path: string, method: string): ReturnType<Router['match']> {
    const key = `${method} ${path}`;
    let found = this.#found.get(key);
    if (!found) {
      found = super.match(path, method);
      // Only such paths are kept, so there are never more than calls.
      if (found.route && found.path.every(({ paramNames }) => paramNames.length === 0))
        this.#found.set(key, found);
    }
    // The router adds to the list of matches.
    return { ...found, path: [...found.path] };
  }
}

/** What a router needs of the sign-in. */
interface SignIn {
  /** Ends the session. @returns the address where its issuer ends its own session */
  leave(ctx: Context): Promise<string>;
  /** Reads the session, its person and their role again, into `ctx.state`. */
  readAgain(ctx: Context): Promise<void>;
}

/** The router made from the contract's table: limits, rights, validation, then the call's own handler. */
export function contractRouter(handlers: Handlers, limits: Limits, signIn: SignIn): Router {
  const router = new CallRouter({ sensitive: true });
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    const handle = handlers[name] as (input: unknown) => unknown;
    router.register(call.path, [call.method], async (ctx: Context) => {
      const person = permitted(ctx, access[name]);
      const readAt = performance.now();
      /** Does nothing for a moment; a wait or a slow body may outlast a session or a role. */
      const stillPermitted = async () => {
        if (performance.now() - readAt < limits.rightsMs) return person;
        await signIn.readAgain(ctx);
        return permitted(ctx, access[name]);
      };
      const isWrite = call.method !== 'GET' && person !== null;
      const inTurn = <T>(work: () => Promise<T>, cost?: Call['cost']) => {
        if (!person) return work();
        return isWrite ? limits.inTurn(person.id, work, cost) : limits.readInTurn(person.id, work, cost);
      };
      await inTurn(async () => {
        await (call.method === 'GET' ? limits.read : limits.write)(ctx.ip, person?.id ?? null);
        if (call.cost && person) await limits.cost(call.cost, person.id);
        if (call.perAddress) await limits.hold(ctx.ip);
      });
      const upload =
        call.upload && person ? uploadOf(ctx, limits, call.upload, person, stillPermitted) : null;
      const input = {
        params: call.params ? parseParams(call.params, ctx.params) : undefined,
        query: call.query ? parse(call.query, ctx.query) : undefined,
        body: call.body ? parse(call.body, await readJson(ctx, limits)) : undefined,
        upload: upload?.read ?? null,
        person,
        session: ctx.state.liveSession?.idHash ?? null,
        signOut: () => signIn.leave(ctx),
        key: call.repeatable ? idempotencyKey(ctx) : null,
        nextPage: (cursor) => ctx.append('link', `<${nextPath(ctx, cursor)}>; rel="next"`),
        log: ctx.state.log,
      } as Input<CallName>;
      const carryOut = async () => {
        // On SQLite a write would otherwise be carried out before anybody else's call is looked at.
        await letOthersGo();
        if (isWrite && (!call.uncounted || call.uncounted === 'owed'))
          await limits.stored(
            person.id,
            { name, key: input.key, content: input.body },
            call.uncounted === 'owed',
          );
        const now = isWrite ? ({ ...input, person: await stillPermitted() } as Input<CallName>) : input;
        // Last, because a call that was refused tries no card.
        if (call.cost === 'card' && person) await limits.cardTry(person.id);
        return handle(now);
      };
      try {
        // The body has arrived: a slow one must not keep its person's turn. An upload takes its turn itself.
        const answer = await (upload ? handle(input) : inTurn(carryOut, call.cost));
        if (call.file) answerFile(ctx, call.file, answer as Uint8Array);
        else if (access[name] === 'anyone') await answerEverybody(ctx, answer as object);
        else ctx.body = answer;
      } finally {
        upload?.done();
      }
    });
  }
  return router;
}

/** A file in the body. It counts as an upload under way from the moment it is asked for until it is `done`. */
function uploadOf(
  ctx: Context,
  limits: Limits,
  { maxBytes }: NonNullable<Call['upload']>,
  person: Person,
  stillPermitted: () => Promise<unknown>,
) {
  let done = (): void => {};
  return {
    async read(): Promise<Buffer> {
      const place = await limits.upload(person.id);
      done = place.done;
      const file = await readUpload(ctx, limits, maxBytes, place.maxMs);
      done = () => {
        place.done();
        file.done();
      };
      await stillPermitted();
      return file.bytes;
    },
    done: () => done(),
  };
}

/**
 * Answers with a file that a person uploaded. Only this site may show it, no cache may keep it unless it is public,
 * and no browser may run it.
 */
function answerFile(
  ctx: Context,
  { type, name, isPublic }: NonNullable<Call['file']>,
  content: Uint8Array,
): void {
  ctx.set('content-type', type);
  ctx.set('content-disposition', `inline; filename="${name}"`);
  ctx.set('content-security-policy', filePolicy);
  // The browser's own cache would outlive the sign-out.
  ctx.set('cache-control', isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store');
  ctx.body = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

/** @throws Refusal `invalid_input` with the first message of each field (spec §5). */
function parse(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(schema, value);
  if (result.success && !hasNul(result.data)) return result.data;
  if (result.success) throw new Refusal('invalid_input', 'This contains a character that cannot be stored');
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  throw new Refusal('invalid_input', Object.values(fields)[0] ?? 'Invalid input', { fields });
}

/** A malformed id is answered like one that does not exist. */
function parseParams(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(schema, value);
  if (!result.success || hasNul(result.data)) throw new Refusal('not_found', 'Not found');
  return result.data;
}

function idempotencyKey(ctx: Context): string | null {
  const key = ctx.get('idempotency-key');
  if (!key) return null;
  if (!/^[\w-]{8,100}$/.test(key)) {
    throw new Refusal('invalid_input', 'The Idempotency-Key must be 8 to 100 letters, digits, - or _', {
      fields: { 'idempotency-key': 'Must be 8 to 100 letters, digits, - or _' },
    });
  }
  return key;
}

function nextPath(ctx: Context, cursor: string): string {
  const query = new URLSearchParams(ctx.querystring);
  query.set('cursor', cursor);
  return `${ctx.path}?${query}`;
}
