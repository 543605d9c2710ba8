import sharp, { type Sharp } from 'sharp';
import { photoLimits } from '../../contract/rules/photos.ts';
import { drawForBrand } from './brand-drawing.ts';
import type { BrandRequest } from './brand-picture.ts';
import type { DecoderAnswer, PhotoBytes } from './decoder.ts';
import { countScans } from './jpeg-scans.ts';

/**
 * The process that decodes photos, which `decoder.ts` starts and kills, in the process of `launcher.main.ts`. It is
 * apart from the server because a decoder works on strangers' bytes and cannot be stopped from within.
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
process.on(
  'message',
  (request: PhotoBytes | BrandRequest) =>
    void answerTo(request)
      .catch(refusalOf)
      .then((answer) => process.send?.(answer)),
);

async function answerTo(request: PhotoBytes | BrandRequest): Promise<DecoderAnswer> {
  const sent = !('brand' in request) ? request : 'sent' in request && request.sent;
  if (sent && countScans(sent, mostScans) > mostScans) return { refused: 'scans' };
  return 'brand' in request ? drawForBrand(request) : prepare(request);
}

function refusalOf(error: unknown): DecoderAnswer {
  if (lacksMemory.test(String(error))) return { unavailable: String(error) };
  return { refused: String(error).includes('exceeds pixel limit') ? 'pixels' : 'damaged' };
}

async function prepare(sent: PhotoBytes): Promise<DecoderAnswer> {
  // A strict reader would reject much of what cameras write; a file that is cut off is refused.
  const open = () => sharp(sent, { failOn: 'error', limitInputPixels: photoLimits.pixels });
  // The header is read before any pixel is decoded.
  const { width, height } = await open().metadata();
  if (width * height > photoLimits.pixels) return { refused: 'pixels' };
  // Decoded once: both sizes are made of the same pixels.
  const { data, info } = await shrunk(open().autoOrient(), photoLimits.longSide)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = () => sharp(data, { raw: info });
  const large = await asWebp(pixels(), 80);
  const small = await asWebp(shrunk(pixels(), photoLimits.smallSide), 75);
  return { width: info.width, height: info.height, large, small };
}

/** The words of libvips and of its decoders for an allocation that failed, which says nothing about the photo. */
const lacksMemory = /out of memory|insufficient memory|failed to allocate/i;

const shrunk = (image: Sharp, side: number): Sharp =>
  image.resize(side, side, { fit: 'inside', withoutEnlargement: true });

// A higher effort takes twice as long and saves one percent.
const asWebp = (image: Sharp, quality: number): Promise<Buffer> =>
  image.webp({ quality, effort: 2 }).toBuffer();
