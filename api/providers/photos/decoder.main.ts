import sharp, { type Sharp } from 'sharp';
import { photoLimits } from '../../contract/facts/photos.ts';
import type { Asked, Told } from './decoder.ts';
import { countScans } from './jpeg-scans.ts';

/**
 * The process that decodes photos, which `decoder.ts` starts and kills. It is apart from the server because a decoder
 * works on strangers' bytes and cannot be stopped from within.
 */

/** Cameras write one scan, and progressive pictures about ten. */
const mostScans = 20;

// Only accepted types are decoded, whatever type the library detects.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// A cache would not help, because no photo is prepared twice; other requests need the other cores.
sharp.cache(false);
sharp.concurrency(1);

process.on('disconnect', () => process.exit());
process.on('message', (asked: Asked) => void prepare(asked).then((told) => process.send?.(told)));

async function prepare(sent: Asked): Promise<Told> {
  if (countScans(sent, mostScans) > mostScans) return { refused: 'scans' };
  // A strict reader would reject much of what cameras write; a file that is cut off is refused.
  const open = () => sharp(sent, { failOn: 'error', limitInputPixels: photoLimits.pixels });
  try {
    // The header is read before any pixel is decoded.
    const { width, height } = await open().metadata();
    if (width * height > photoLimits.pixels) return { refused: 'pixels' };
    const large = await shrink(open(), photoLimits.longSide, 80);
    const small = await shrink(open(), photoLimits.smallSide, 75);
    return { width: large.info.width, height: large.info.height, large: large.data, small: small.data };
  } catch (error) {
    return { refused: String(error).includes('exceeds pixel limit') ? 'pixels' : 'damaged' };
  }
}

const shrink = (image: Sharp, side: number, quality: number) =>
  image
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    // A higher effort takes twice as long and saves one percent.
    .webp({ quality, effort: 2 })
    .toBuffer({ resolveWithObject: true });
