import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { chromium, type Page } from 'playwright';
import { splashFile, splashScreens } from '../../api/contract/rules/look/splash-screens.ts';
import { chromiumArgs, findChromium } from '../programs/chromium.ts';

/** The pictures that iOS shows while the installed app starts: the mark in the middle of the paper. */
const folder = fileURLToPath(new URL('../../public/splash', import.meta.url));
const mark = readFileSync(fileURLToPath(new URL('../../public/icons/mark.svg', import.meta.url)), 'utf8');
const palettes = {
  light: { paper: '#f7f3ec', pine: '#17493c', terra: '#b44c2b' },
  dark: { paper: '#121a17', pine: '#8fd0b8', terra: '#e98a66' },
} as const;
const markPx = 120;

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
const page = await browser.newPage();
for (const [palette, colors] of Object.entries(palettes)) {
  mkdirSync(resolve(folder, palette), { recursive: true });
  for (const { width, height, ratio } of splashScreens) {
    const size = markPx * ratio;
    const drawn = await pixels(page, size, colors);
    writeFileSync(
      resolve(folder, splashFile(width * ratio, height * ratio, palette)),
      png(width * ratio, height * ratio, drawn, size),
    );
  }
}
await browser.close();

/** The mark on the paper, four bytes a pixel. */
async function pixels(on: Page, size: number, colors: (typeof palettes)[keyof typeof palettes]) {
  const svg = mark
    .replace('#f7f3ec', colors.paper)
    .replace('#17493c', colors.pine)
    .replace('#b44c2b', colors.terra)
    .replace('<svg ', `<svg width="${size}" height="${size}" `);
  const encoded = await on.evaluate(
    async ([source, side, paper]) => {
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
      await image.decode();
      const canvas = new OffscreenCanvas(side, side);
      const brush = canvas.getContext('2d');
      if (!brush) throw new Error('There is no canvas');
      brush.fillStyle = paper;
      brush.fillRect(0, 0, side, side);
      brush.drawImage(image, 0, 0, side, side);
      return [...brush.getImageData(0, 0, side, side).data];
    },
    [svg, size, colors.paper] as const,
  );
  return Uint8Array.from(encoded);
}

/** An indexed PNG, with few colours and mostly paper: a few kilobytes at any size. */
function png(width: number, height: number, drawn: Uint8Array, size: number): Buffer {
  const palette = new Map<number, number>();
  /** Antialiasing in invisibly small steps keeps the colours below 256. */
  const indexOf = (at: number) => {
    const channels = [0, 1, 2].map((n) => drawn[at + n] ?? 0);
    const isPaper = channels.every((value, n) => value === drawn[n]);
    const [r = 0, g = 0, b = 0] = channels.map((v) => (isPaper ? v : Math.min(255, Math.round(v / 20) * 20)));
    const color = (r << 16) | (g << 8) | b;
    const known = palette.get(color);
    if (known !== undefined) return known;
    palette.set(color, palette.size);
    return palette.size - 1;
  };
  indexOf(0);
  const left = Math.floor((width - size) / 2);
  const top = Math.floor((height - size) / 2);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1)
      rows[(top + y) * (width + 1) + 1 + left + x] = indexOf((y * size + x) * 4);
  }
  if (palette.size > 256) throw new Error(`${palette.size} colours`);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colors = Buffer.from([...palette.keys()].flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255]));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
