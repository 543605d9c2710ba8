import { PhotoRefused } from './photos.ts';

/** A drawing of a logo has a few kilobytes; a larger one costs the decoder more than it is worth. */
const mostBytes = 1024 * 1024;

/** Whether bytes are an SVG, by their first element. */
export function isSvg(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  return /^(?:\xef\xbb\xbf|\s)*</.test(head) && /<(?:\w+:)?svg[\s>]/i.test(head);
}

/**
 * Parts that only a browser would run, or that lie elsewhere. The decoder runs and loads nothing; a drawing that has
 * them would not look as its author sees it, so it is refused in plain words.
 */
const active = [
  /<(?:\w+:)?(?:script|foreignObject|iframe|embed|object|audio|video|handler|listener)[\s/>]/i,
  /\son\w+\s*=/i,
  /javascript\s*:/i,
];
const elsewhere = [
  // A reference to a part of the same file, or to pixels within it, is none.
  /\s(?:\w+:)?(?:href|src)\s*=\s*(["'])(?!\s*(?:#|data:image\/(?:png|jpeg|webp|gif);base64,))/i,
  /url\((?!\s*["']?\s*#)/i,
  /@import/i,
  /<\?xml-stylesheet/i,
];

/**
 * The drawing without its document type, if it holds shapes alone.
 * @throws PhotoRefused `active` for scripts and the like, `elsewhere` for parts in other files, `damaged` for another
 * encoding than UTF-8, or more than a megabyte
 */
export function plainSvg(bytes: Uint8Array): Uint8Array {
  if (bytes.length > mostBytes) throw new PhotoRefused('damaged');
  let drawing: string;
  try {
    drawing = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new PhotoRefused('damaged', cause);
  }
  // A document type with a list of entities could grow without end. One that never ends is read once, up to the next '<'.
  const plain = drawing.replace(/<!DOCTYPE[^<>[]*>/i, '');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(plain) || active.some((part) => part.test(plain)))
    throw new PhotoRefused('active');
  if (elsewhere.some((part) => part.test(plain))) throw new PhotoRefused('elsewhere');
  return Buffer.from(plain);
}
