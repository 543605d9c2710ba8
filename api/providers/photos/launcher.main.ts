import { createDecoder, type Decoder, type DecoderAnswer } from './decoder.ts';
import type { Order, Reply } from './launcher.ts';
import { PhotoRefused } from './photos.ts';

/** The process that starts the decoders, which `launcher.ts` starts. It stays small, so that a start takes little. */

const decoders = new Map<number, Decoder>();

process.on('disconnect', () => {
  for (const decoder of decoders.values()) decoder.end();
  process.exit();
});
process.on('message', (order: Order) => void carryOut(order));

async function carryOut({ decoderId, limits, request }: Order): Promise<void> {
  const decoder = decoders.get(decoderId) ?? createDecoder(limits);
  decoders.set(decoderId, decoder);
  const answer = await ('brand' in request ? decoder.draw(request) : decoder.prepare(request)).catch(
    answerOf,
  );
  process.send?.({ decoderId, answer } satisfies Reply);
}

const answerOf = (error: unknown): DecoderAnswer =>
  error instanceof PhotoRefused ? { refused: error.why } : { unavailable: String(error) };
