import { Readable } from 'node:stream';

/**
 * A file that is made piece by piece. Each piece is made when the one before has been sent, and none after the
 * client has left. The heading and the first piece are made at once: an error until then becomes a proper answer,
 * and a later one can only cut the answer off.
 */
export async function inPieces(content: AsyncGenerator<string>): Promise<Readable> {
  const first = [await content.next(), await content.next()];
  async function* all() {
    for (const { done, value } of first) if (!done) yield value;
    yield* content;
  }
  return Readable.from(all(), { objectMode: false, highWaterMark: 64 * 1024 });
}
