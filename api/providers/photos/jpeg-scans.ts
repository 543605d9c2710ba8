const startOfScan = 0xda;
const endOfImage = 0xd9;

/** Markers without a length: those within the data of a scan, and the image's beginning. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * The number of scans of a JPEG, counted without decoding it, up to `most` plus one. A decoder goes over the whole
 * picture once for each, so a small file of hundreds of scans occupies it for many seconds. 0 for any other file.
 */
export function countScans(bytes: Uint8Array, most: number): number {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 0;
  let scans = 0;
  for (let at = 2; at < bytes.length - 1 && scans <= most; ) {
    at = bytes.indexOf(0xff, at);
    if (at === -1) break;
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) break;
    if (marker === startOfScan) scans += 1;
    // 0xff within the data of a scan is followed by 0, and may be repeated before a marker.
    if (marker === 0 || isBare(marker)) at += 2;
    else if (marker === 0xff) at += 1;
    else at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  }
  return scans;
}
