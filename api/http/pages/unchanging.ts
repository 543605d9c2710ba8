import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as zip } from 'node:zlib';
import type { Context } from 'koa';

/** A body in one encoding. */
export type Body = () => Promise<Buffer>;

/** Makes a body at the first call that succeeds, and returns the same one from then on. */
export function once(make: Body): Body {
  let made: Promise<Buffer> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Answers with content that stays the same until the next start, and is revalidated each time. */
export function unchanging(
  plain: Buffer,
  { br, gzip }: { br: Body | undefined; gzip: Body | undefined },
): (ctx: Context) => Promise<void> {
  const bodies = { br, gzip, identity: async () => plain };
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const offered = (['br', 'gzip', 'identity'] as const).filter((encoding) => bodies[encoding]);
  return async (ctx) => {
    const encoding = ctx.acceptsEncodings(...offered) || 'identity';
    const body = await bodies[encoding as keyof typeof bodies]?.();
    ctx.set('cache-control', 'no-cache');
    ctx.set('etag', etag);
    ctx.vary('Accept-Encoding');
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    if (encoding !== 'identity') ctx.set('content-encoding', encoding);
    ctx.body = body;
  };
}

/** The encodings of a page that is made while the server runs, each made when it is first asked for. */
export const encoded = (plain: Buffer): { br: Body; gzip: Body } => ({
  // A large catalogue takes a second at the highest quality, and a tenth of it at this one.
  br: once(() =>
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  ),
  gzip: once(() => promisify(zip)(plain)),
});
