import { availableParallelism } from 'node:os';
import type { Sharp } from 'sharp';
import { photoLimits } from '../../contract/photos.ts';
import { PhotoRefused, type Picture } from './photos.ts';
import { isPhoto } from './sniff.ts';

/** Each keeps a core busy, of which other requests need one, and one of the few threads that read files too. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
const patienceSeconds = 20;

type Open = (bytes: Uint8Array) => Sharp;

let opened: Promise<Open> | null = null;

/** Loaded with the first photo: a start is to be quick. */
function loadSharp(): Promise<Open> {
  opened ??= import('sharp').then(({ default: sharp }) => {
    // Only what we take is ever decoded, whatever an image's bytes make the library believe.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
    });
    // No photo is prepared twice, and other requests need the other cores.
    sharp.cache(false);
    sharp.concurrency(1);
    // Cameras write much that a strict reader warns of; what is cut off is refused.
    return (bytes) => sharp(bytes, { failOn: 'error', limitInputPixels: photoLimits.pixels });
  });
  return opened;
}

/**
 * Decodes and encodes anew, so that of what was sent only the pixels are left: no place, no camera, no other file
 * hidden in it; colours as every screen has them (sRGB). @throws PhotoRefused
 */
export async function preparePicture(sent: Uint8Array): Promise<Picture> {
  if (!isPhoto(sent)) throw new PhotoRefused('kind');
  const open = await loadSharp();
  await refuseTooMany(open, sent);
  return inTurn(async () => {
    try {
      const large = await shrink(open(sent), photoLimits.longSide, 80);
      const small = await shrink(open(sent), photoLimits.smallSide, 75);
      return { width: large.info.width, height: large.info.height, large: large.data, small: small.data };
    } catch (cause) {
      throw new PhotoRefused('damaged', cause);
    }
  });
}

/** By its header, before a pixel of it is decoded. */
async function refuseTooMany(open: Open, sent: Uint8Array): Promise<void> {
  let pixels: number;
  try {
    const { width, height } = await open(sent).metadata();
    pixels = width * height;
  } catch (cause) {
    const why = (cause as Error).message.includes('exceeds pixel limit') ? 'pixels' : 'damaged';
    throw new PhotoRefused(why, cause);
  }
  if (pixels > photoLimits.pixels) throw new PhotoRefused('pixels');
}

const shrink = (image: Sharp, side: number, quality: number) =>
  image
    .timeout({ seconds: patienceSeconds })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    // More effort takes twice as long for a hundredth less.
    .webp({ quality, effort: 2 })
    .toBuffer({ resolveWithObject: true });

let working = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working < atOnce) working += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}
