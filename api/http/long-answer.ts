import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';

const compress = promisify(gzip);
/** A shorter answer arrives as soon without it, and costs the server less. */
const longBytes = 32_000;

/**
 * Answers with JSON, compressed if it is long. For answers that are the same for everybody alone: the length of a
 * compressed answer would tell an onlooker of the secrets in it.
 */
export async function answerEverybody(ctx: Context, answer: unknown): Promise<void> {
  const text = JSON.stringify(answer);
  ctx.type = 'json';
  if (text.length < longBytes) {
    ctx.body = text;
    return;
  }
  ctx.vary('accept-encoding');
  if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') {
    ctx.body = text;
    return;
  }
  ctx.set('content-encoding', 'gzip');
  ctx.body = await compress(text);
}
