import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';

const compress = promisify(gzip);
/** A shorter answer arrives as soon without it, and costs the server less. */
const longBytes = 32_000;

/** The bytes of an answer, made once while the answer itself is kept. */
interface Encoded {
  plain: Buffer;
  compressed?: Promise<Buffer>;
}
const encoded = new WeakMap<object, Encoded>();

/**
 * Answers with JSON, compressed if it is long. For answers that are the same for everybody alone: the length of a
 * compressed answer would tell an onlooker of the secrets in it.
 */
export async function answerEverybody(ctx: Context, answer: object): Promise<void> {
  const bytes = encoded.get(answer) ?? { plain: Buffer.from(JSON.stringify(answer)) };
  encoded.set(answer, bytes);
  ctx.type = 'json';
  ctx.body = bytes.plain;
  if (bytes.plain.length < longBytes) return;
  ctx.vary('accept-encoding');
  if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') return;
  bytes.compressed ??= compress(bytes.plain);
  ctx.set('content-encoding', 'gzip');
  ctx.body = await bytes.compressed;
}
