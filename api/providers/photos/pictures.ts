import { availableParallelism } from 'node:os';
import type { Sharp } from 'sharp';
import { photoLimits } from '../../contract/facts/photos.ts';
import { PhotoRefused, type Picture } from './photos.ts';
import { isPhoto } from './sniff.ts';

/** Each preparation uses a core, which other requests need too, and one of the few threads that also read files. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
const patienceSeconds = 20;

type Open = (bytes: Uint8Array) => Sharp;

let opened: Promise<Open> | null = null;

/** The library is loaded with the first photo, which keeps the start quick. */
function loadSharp(): Promise<Open> {
  opened ??= import('sharp').then(({ default: sharp }) => {
    // Only accepted types are decoded, whatever type the library detects.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
    });
    // A cache would not help, because no photo is prepared twice; other requests need the other cores.
    sharp.cache(false);
    sharp.concurrency(1);
    // A strict reader would reject much of what cameras write; a file that is cut off is refused.
    return (bytes) => sharp(bytes, { failOn: 'error', limitInputPixels: photoLimits.pixels });
  });
  return opened;
}

/**
 * Decodes and encodes the photo, so that only its pixels remain: no place, no camera, no hidden file. Colours become
 * sRGB, which every screen shows. @throws PhotoRefused
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

/** Reads the header before any pixel is decoded. */
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
    // A higher effort takes twice as long and saves one percent.
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
