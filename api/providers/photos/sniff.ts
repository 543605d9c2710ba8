const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Whether bytes begin like one of the accepted types; the declared type is not trusted. */
export function isPhoto(bytes: Uint8Array): boolean {
  const begins = (signature: readonly number[]) => signature.every((byte, at) => bytes[at] === byte);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  return begins([0xff, 0xd8, 0xff]) || begins(png) || (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP');
}

/** Whether bytes are a picture in HEIF, the format of iPhones, which few browsers and no decoder of ours can read. */
export function isHeic(bytes: Uint8Array): boolean {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  return text(4, 8) === 'ftyp' && /^(hei[cfsx]|hev[cx]|mif1|msf1)$/.test(text(8, 12));
}
