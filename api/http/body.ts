import type { Context } from 'koa';
import rawBody from 'raw-body';
import { Refusal } from '../core/refusal.ts';

const jsonLimit = 64 * 1024;
const webhookLimit = 1024 * 1024;

/** The request's JSON. @throws Refusal `unsupported_media`, `too_large`, `invalid_input`. */
export async function readJson(ctx: Context): Promise<unknown> {
  if (!ctx.is('application/json')) throw new Refusal('unsupported_media', 'Please send JSON');
  const text = await read(ctx, jsonLimit, true);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refusal('invalid_input', 'This is not valid JSON', { cause });
  }
}

/** The fields of a form without files. @throws Refusal `unsupported_media`, `too_large`, `invalid_input`. */
export async function readForm(ctx: Context): Promise<URLSearchParams> {
  if (!ctx.is('urlencoded')) throw new Refusal('unsupported_media', 'Please send a form');
  return new URLSearchParams(await read(ctx, jsonLimit, true));
}

/** The body's bytes unchanged, for signatures. */
export function readRaw(ctx: Context): Promise<Buffer> {
  return read(ctx, webhookLimit, false);
}

/**
 * A file in memory, of at most so many bytes, arriving in at most so many milliseconds.
 * @throws Refusal `too_large`, `invalid_input` (cut off), `unavailable` (too slow; a later try may succeed)
 */
export async function readUpload(ctx: Context, limit: number, maxMs: number): Promise<Buffer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    // The rest of the body is not read; the answer ends the connection.
    ctx.set('connection', 'close');
    reject(new Refusal('unavailable', 'This took too long to arrive', { retryAfterSeconds: 5 }));
  }, maxMs);
  try {
    return await Promise.race([read(ctx, limit, false), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function read(ctx: Context, limit: number, text: true): Promise<string>;
async function read(ctx: Context, limit: number, text: false): Promise<Buffer>;
async function read(ctx: Context, limit: number, text: boolean): Promise<string | Buffer> {
  const options = { limit, length: ctx.request.length };
  try {
    return text ? await rawBody(ctx.req, { ...options, encoding: 'utf8' }) : await rawBody(ctx.req, options);
  } catch (cause) {
    if ((cause as { type?: string }).type === 'entity.too.large') {
      // The rest of a body of unknown length would be read as the connection's next request.
      if (ctx.request.length === undefined) ctx.set('connection', 'close');
      throw new Refusal('too_large', 'This is too large', { cause });
    }
    throw new Refusal('invalid_input', 'The request was cut off', { cause });
  }
}
