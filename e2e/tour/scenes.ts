import sharp from 'sharp';
import type { PhotoFile } from '../photos.ts';

/** Drawings in place of members' photos: a gate by day, a lock from near, a room at night, and a white wall. */
const scenes = {
  gate: { sides: [1600, 1200], sky: ['#9cc8e6', '#f4e3c4'], ground: '#6f8f52', thing: '#54402f' },
  lock: { sides: [900, 1350], sky: ['#b98d63', '#7d5738'], ground: '#5d3f28', thing: '#d9a441' },
  night: { sides: [1600, 1067], sky: ['#121826', '#2a2f45'], ground: '#0d1017', thing: '#f0d48a' },
  wall: { sides: [1200, 1200], sky: ['#ffffff', '#f6f6f4'], ground: '#ffffff', thing: '#c9c9c4' },
  long: { sides: [2000, 640], sky: ['#7fb1a0', '#e7efe2'], ground: '#3f6a4e', thing: '#8a3b22' },
} as const;
export type Scene = keyof typeof scenes;

/** A photo of a drawing, as a phone's picker gives it. */
export async function photoOf(scene: Scene): Promise<PhotoFile> {
  const { sides, sky, ground, thing } = scenes[scene];
  const [width, height] = sides;
  const bars = Array.from(
    { length: 7 },
    (_, at) => `<rect x="${28 + at * 7}" y="42" width="3.4" height="40" rx="1.6" fill="${thing}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
    <rect width="100" height="100" fill="url(#sky)"/><path d="M0 74Q30 62 55 71T100 68V100H0z" fill="${ground}"/>
    ${bars.join('')}<rect x="26" y="50" width="50" height="3" fill="${thing}"/><rect x="26" y="70" width="50" height="3" fill="${thing}"/></svg>`;
  const buffer = await sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer();
  return { name: `${scene}.jpg`, mimeType: 'image/jpeg', buffer };
}
