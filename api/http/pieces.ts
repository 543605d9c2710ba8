import { Readable } from 'node:stream';

/**
 * A file that is made piece by piece; each is asked for once the one before is on its way, and when the client goes,
 * no more are. Its heading and the first piece are made at once: what fails until then is answered as an error, where
 * later the answer can only be cut off.
 */
export async function inPieces(content: AsyncGenerator<string>): Promise<Readable> {
  const first = [await content.next(), await content.next()];
  async function* all() {
    for (const { done, value } of first) if (!done) yield value;
    yield* content;
  }
  return Readable.from(all(), { objectMode: false, highWaterMark: 64 * 1024 });
}
