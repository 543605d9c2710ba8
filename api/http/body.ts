import type { Context } from 'koa';
import rawBody from 'raw-body';
import { Refusal } from '../core/refusal.ts';
import type { Bodies } from './limits/bodies.ts';
import { addressKey } from './limits/limits.ts';

const jsonLimit = 64 * 1024;
/**
 * An event of the card provider has a few kB, since its lists end after ten entries. Whoever knows the address can send
 * this much unsigned, and all of it goes through memory.
 */
export const webhookLimit = 128 * 1024;

type Limits = { readonly bodies: Bodies };

/** The request's JSON. @throws Refusal `unsupported_media`, and those of `read`. */
export async function readJson(ctx: Context, limits: Limits): Promise<unknown> {
  if (!ctx.is('application/json')) throw new Refusal('unsupported_media', 'Please send JSON');
  const text = await readText(ctx, limits);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refusal('invalid_input', 'This is not valid JSON', { cause });
  }
}

/** The fields of a form without files. @throws Refusal `unsupported_media`, and those of `read`. */
export async function readForm(ctx: Context, limits: Limits): Promise<URLSearchParams> {
  if (!ctx.is('urlencoded')) throw new Refusal('unsupported_media', 'Please send a form');
  return new URLSearchParams(await readText(ctx, limits));
}

/** The body's bytes unchanged, for signatures. @throws as `read` does */
export function readRaw(ctx: Context, limits: Limits): Promise<Buffer> {
  return read(ctx, limits, webhookLimit);
}

/**
 * A file in memory, of at most so many bytes, arriving in at most so many milliseconds. Its bytes are counted until
 * `done` is called. @throws as `read` does
 */
export function readUpload(ctx: Context, limits: Limits, most: number, maxMs: number): Promise<Arrived> {
  return receive(ctx, limits, most, maxMs);
}

const readText = async (ctx: Context, limits: Limits): Promise<string> =>
  new TextDecoder().decode(await read(ctx, limits, jsonLimit));

interface Arrived {
  bytes: Buffer;
  done: () => void;
}

/** @throws as `receive` does */
async function read(ctx: Context, limits: Limits, limit: number): Promise<Buffer> {
  const { bytes, done } = await receive(ctx, limits, limit, limits.bodies.maxMs);
  done();
  return bytes;
}

/**
 * Reads every body. It must arrive in time, and bytes of unfinished bodies are counted.
 * @throws Refusal `too_large`; `invalid_input` (cut off); `unavailable` (too slow, or too many bytes are under way; a
 * later try may succeed)
 */
async function receive(ctx: Context, { bodies }: Limits, limit: number, maxMs: number): Promise<Arrived> {
  const { length } = ctx.request;
  if (length !== undefined && length > limit) throw tooLarge();
  const { promise: refused, reject } = Promise.withResolvers<never>();
  const refuse = (why: Refusal) => {
    // The rest of the body is not read; the answer ends the connection.
    ctx.set('connection', 'close');
    ctx.req.pause();
    reject(why);
  };
  const timer = setTimeout(() => refuse(tooLate()), maxMs);
  const arriving = bodies.begin(ctx.state.person?.id ?? addressKey(ctx.ip), refuse);
  const count = (chunk: Buffer) => arriving.add(chunk.length);
  const whole = rawBody(ctx.req, { limit, length }).catch((cause) => {
    if (cause.type !== 'entity.too.large')
      throw new Refusal('invalid_input', 'The request was cut off', { cause });
    // The rest of a body of unknown length would be read as the connection's next request.
    ctx.set('connection', 'close');
    throw tooLarge(cause);
  });
  ctx.req.on('data', count);
  try {
    const bytes = await Promise.race([refused, whole]);
    arriving.arrived();
    return { bytes, done: () => arriving.end() };
  } catch (error) {
    arriving.end();
    throw error;
  } finally {
    clearTimeout(timer);
    ctx.req.off('data', count);
  }
}

const tooLate = () =>
  new Refusal('unavailable', 'The request took too long to arrive', { retryAfterSeconds: 5 });

const tooLarge = (cause?: unknown) => new Refusal('too_large', 'This is too large', { cause });
