import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAppPage } from './api/contract/rules/pages.ts';

interface Picture {
  src: string;
  sizes: string;
  purpose?: string;
  form_factor?: string;
}
const manifest: {
  id: string;
  scope: string;
  start_url: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string; url: string; icons: Picture[] }[];
} = JSON.parse(readFileSync('manifest.webmanifest', 'utf8'));

/** A PNG's width and height are at its 16th byte (https://www.w3.org/TR/png/#11IHDR). */
function sizeOf({ src }: Picture): string {
  const png = readFileSync(join('public', src));
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('every picture exists in its declared size', () => {
  const all = [manifest.icons, manifest.screenshots, ...manifest.shortcuts.map(({ icons }) => icons)].flat();
  for (const picture of all) expect(sizeOf(picture), picture.src).toBe(picture.sizes);
});

test('the manifest has icons for every launcher and pictures for both form factors', () => {
  const purposes = manifest.icons.map(({ purpose = 'any' }) => purpose);
  expect(new Set(purposes)).toEqual(new Set(['any', 'maskable', 'monochrome']));
  const formFactors = manifest.screenshots.map(({ form_factor }) => form_factor);
  expect(new Set(formFactors)).toEqual(new Set(['narrow', 'wide']));
});

test('the shortcuts lead to pages of the app', () => {
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual([
    'Book a service',
    'My bookings',
    'Message the team',
    'Call concierge',
  ]);
  for (const { url } of manifest.shortcuts)
    expect(isAppPage(new URL(url, 'https://x').pathname), url).toBe(true);
  expect([manifest.id, manifest.scope, manifest.start_url]).toEqual(['/', '/', '/']);
});
