import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { takingTurns, turnsByPerson } from '../../core/turn.ts';
import { launchedDecoder } from './launcher.ts';
import { PhotoRefused, type Picture } from './photos.ts';
import { isHeic, isPhoto } from './sniff.ts';

/** Each preparation uses a core, which other requests need too. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
const patienceMs = 20_000;
const idleMs = 60_000;

const free = Array.from({ length: atOnce }, () => launchedDecoder({ patienceMs, idleMs }));
const inTurn = takingTurns(atOnce);
/** A refusal takes a few ms of decoding and more of everything else, so that its sender could ask for fifty a second. */
export const restAfterRefusalMs = 100;
const inOwnTurn = turnsByPerson(1);

/**
 * Decodes and encodes the photo, so that only its pixels remain: no place, no camera, no hidden file. Colours become
 * sRGB, which every screen shows. People take turns, whatever each has sent, and each has one photo decoded at a time.
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
  return inOwnTurn(personId, async () => {
    try {
      return await inTurn(personId, () => decode(sent, took));
    } catch (refused) {
      await wait(restAfterRefusalMs);
      throw refused;
    }
  });
}

async function decode(sent: Uint8Array, took: (seconds: number) => Promise<void>): Promise<Picture> {
  const decoder = free.pop();
  if (!decoder) throw new Error('more photos are prepared than there are decoders');
  const began = performance.now();
  try {
    return await decoder.prepare(sent);
  } finally {
    free.push(decoder);
    await took((performance.now() - began) / 1000);
  }
}
