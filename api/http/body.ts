import type { Context } from 'koa';
import rawBody from 'raw-body';
import { Refusal } from './errors.ts';

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

/** The body as it came, for signatures. */
export function readRaw(ctx: Context): Promise<Buffer> {
  return read(ctx, webhookLimit, false);
}

async function read(ctx: Context, limit: number, text: true): Promise<string>;
async function read(ctx: Context, limit: number, text: false): Promise<Buffer>;
async function read(ctx: Context, limit: number, text: boolean): Promise<string | Buffer> {
  const options = { limit, length: ctx.request.length };
  try {
    return text ? await rawBody(ctx.req, { ...options, encoding: 'utf8' }) : await rawBody(ctx.req, options);
  } catch (cause) {
    if ((cause as { type?: string }).type === 'entity.too.large')
      throw new Refusal('too_large', 'This is too large', { cause });
    throw new Refusal('invalid_input', 'The request was cut off', { cause });
  }
}
