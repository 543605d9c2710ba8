import sharp, { type Sharp } from 'sharp';
import { photoLimits } from '../../contract/rules/photos.ts';
import type { BrandPicture, BrandRequest, MarkedPicture } from './brand-picture.ts';
import type { PhotoRefused } from './photos.ts';

/** The sides of a kept mark and logo, and of those that pages show; a mark is a square. */
const sizes = {
  mark: { content: { width: 512, height: 512 }, shown: { width: 192, height: 192 }, least: 128 },
  logo: { content: { width: 1200, height: 300 }, shown: { width: 480, height: 120 }, least: 40 },
} as const;

/** The part of the decoder's process that draws for a brand: uploaded pictures anew, and icons of them. */
export async function drawForBrand(
  request: BrandRequest,
): Promise<BrandPicture | { refused: PhotoRefused['why'] }> {
  // The one process that draws for brands gets no photos; drawings have been looked through.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  if (request.brand === 'drawn') {
    const content = await drawn(request);
    return { content, shown: content, width: request.width, height: request.height };
  }
  const { content, shown, least } = sizes[request.brand];
  const source = await opened(request.sent, request.isSvg, content.width);
  if ('refused' in source) return source;
  const { image, side } = source;
  if (!request.isSvg && side < least) return { refused: 'small' };
  const pixels = await (request.brand === 'mark'
    ? image.resize({ ...content, fit: 'contain', background: '#0000' })
    : image.resize({ ...content, fit: 'inside' })
  )
    .png({ compressionLevel: 9 })
    .toBuffer();
  const small = await sharp(pixels)
    .resize({ ...shown, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { content: pixels, shown: small.data, width: small.info.width, height: small.info.height };
}

/** The picture, a drawing with as many pixels as are needed, and its shorter side. */
async function opened(
  sent: Uint8Array,
  isSvg: boolean,
  wanted: number,
): Promise<{ image: Sharp; side: number } | { refused: PhotoRefused['why'] }> {
  const limits = { failOn: 'error', limitInputPixels: photoLimits.pixels } as const;
  const { width, height } = await sharp(sent, limits).metadata();
  if (width * height > photoLimits.pixels) return { refused: 'pixels' };
  // Drawings are read at 72 dots an inch.
  const density = Math.min(2400, Math.max(1, Math.ceil((72 * wanted) / Math.max(width, height))));
  const image = sharp(sent, isSvg ? { ...limits, density } : limits);
  return { image: image.autoOrient(), side: Math.min(width, height) };
}

async function drawn({ mark, width, height, background, side, shape }: MarkedPicture): Promise<Buffer> {
  const isDrawing = mark[0] === 0x3c;
  const sized = sharp(mark, isDrawing ? { density: Math.min(2400, Math.ceil((72 * side) / 24)) } : {})
    .resize(side, side, { fit: 'contain', background: '#0000' })
    .ensureAlpha();
  const input = await (shape ? shapeOf(sized, side) : sized.png().toBuffer());
  return sharp({ create: { width, height, channels: 4, background: background ?? '#0000' } })
    .composite([{ input }])
    .png({ palette: !shape, effort: 4, compressionLevel: 9 })
    .toBuffer();
}

/** The mark in black: where it is opaque, or, of one that fills its square, where it is dark. */
async function shapeOf(mark: Sharp, side: number): Promise<Buffer> {
  const { isOpaque } = await sharp(await mark.clone().png().toBuffer()).stats();
  const alpha = isOpaque ? mark.clone().greyscale().negate({ alpha: false }) : mark.clone();
  const mask = await alpha
    .extractChannel(isOpaque ? 0 : 3)
    .raw()
    .toBuffer();
  return sharp({ create: { width: side, height: side, channels: 3, background: '#000' } })
    .joinChannel(mask, { raw: { width: side, height: side, channels: 1 } })
    .png()
    .toBuffer();
}
