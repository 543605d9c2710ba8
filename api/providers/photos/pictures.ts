import { availableParallelism } from 'node:os';
import { takingTurns } from '../../core/turn.ts';
import { createDecoder, type Decoder } from './decoder.ts';
import { PhotoRefused, type Picture } from './photos.ts';
import { isHeic, isPhoto } from './sniff.ts';

/** Each preparation uses a core, which other requests need too. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
const patienceMs = 20_000;
const idleMs = 60_000;

const free: Decoder[] = Array.from({ length: atOnce }, () => createDecoder({ patienceMs, idleMs }));
const inTurn = takingTurns(atOnce);

/**
 * Decodes and encodes the photo, so that only its pixels remain: no place, no camera, no hidden file. Colours become
 * sRGB, which every screen shows. People take turns, whatever each has sent.
 * @param took called with the seconds that decoding took, also if it failed
 * @throws PhotoRefused, PhotosUnavailable
 */
export async function preparePicture(
  sent: Uint8Array,
  personId: string,
  took: (seconds: number) => Promise<void>,
): Promise<Picture> {
  if (isHeic(sent)) throw new PhotoRefused('heic');
  if (!isPhoto(sent)) throw new PhotoRefused('kind');
  return inTurn(personId, async () => {
    const decoder = free.pop();
    if (!decoder) throw new Error('more photos are prepared than there are decoders');
    const began = performance.now();
    try {
      return await decoder.prepare(sent);
    } finally {
      free.push(decoder);
      await took((performance.now() - began) / 1000);
    }
  });
}
