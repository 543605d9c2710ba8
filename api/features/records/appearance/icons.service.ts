import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrandColours } from '../../../contract/rules/look/look.ts';
import { palettesOf } from '../../../contract/rules/look/palettes.ts';
import { splashScreens } from '../../../contract/rules/look/splash-screens.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import type { MarkedPicture } from '../../../providers/photos/brand-picture.ts';
import { readBrandPicture } from './look.service.ts';

/** A PNG. */
export type Drawn = Buffer;

const ownMark = readFileSync(
  fileURLToPath(new URL('../../../../public/icons/mark.svg', import.meta.url)),
  'utf8',
);
const plain = /<rect[^>]*\/>/;

/** Our mark in a brand's colours, on its paper. */
export const markDrawing = (colours: BrandColours): Buffer => {
  const { paper, pine, terra } = palettesOf(colours).light;
  return Buffer.from(inColours({ paper, pine, terra }));
};
const inColours = (colours: { paper: string; pine: string; terra: string }): string =>
  ownMark
    .replace('#f7f3ec', colours.paper)
    .replace('#17493c', colours.pine)
    .replace('#b44c2b', colours.terra);

/**
 * The icons that each system needs, with the part of the side that our mark takes; an owner's takes a little less,
 * since it has no paper around it. A maskable icon keeps its drawing in the middle 80 %, a monochrome one is a shape
 * alone.
 */
const icons = {
  'icons/icon-192.png': { side: 192, part: 1 },
  'icons/icon-512.png': { side: 512, part: 1 },
  'icons/maskable-512.png': { side: 512, part: 0.72 },
  'icons/monochrome-512.png': { side: 512, part: 0.86, shape: true },
  'icons/apple-touch-icon.png': { side: 180, part: 0.86 },
} as const;
const ownPart = 0.82;
/** The side of the mark in a start picture, in CSS pixels. */
const splashMark = 120;

interface Splash {
  width: number;
  height: number;
  side: number;
  palette: 'light' | 'dark';
}
const splashes = new Map<string, Splash>(
  splashScreens.flatMap(({ width, height, ratio }) =>
    (['light', 'dark'] as const).map((palette) => {
      const picture = {
        width: width * ratio,
        height: height * ratio,
        side: splashMark * ratio,
        palette,
      };
      return [`splash/${palette}/${picture.width}x${picture.height}.png`, picture] as const;
    }),
  ),
);

/** The names of the files that are drawn. */
export const iconNames: ReadonlySet<string> = new Set([...Object.keys(icons), ...splashes.keys()]);

/** Draws an icon or a start picture of the published look. @throws Refusal `unavailable` */
export async function drawIcon(
  deps: Pick<Deps, 'db' | 'look' | 'brandPictures'>,
  name: string,
): Promise<Drawn> {
  const { colours, mark } = deps.look.current();
  const palettes = palettesOf(colours);
  const uploaded = mark ? await readBrandPicture(deps.db, { id: mark, size: 'content' }) : null;
  const splash = splashes.get(name);
  const icon = name in icons ? icons[name as keyof typeof icons] : null;
  if (!splash && !icon) throw new Error(`There is no icon ${name}`);
  const palette = palettes[splash?.palette ?? 'light'];
  const { paper, pine, terra } = palette;
  const drawing = inColours({ paper, pine, terra });
  const isShape = icon !== null && 'shape' in icon;
  const picture: MarkedPicture = {
    mark: uploaded ?? Buffer.from(isShape ? drawing.replace(plain, '') : drawing),
    width: splash?.width ?? icon?.side ?? 0,
    height: splash?.height ?? icon?.side ?? 0,
    background: isShape ? null : paper,
    side: splash?.side ?? Math.round((icon?.side ?? 0) * (icon?.part ?? 1) * (uploaded ? ownPart : 1)),
    ...(isShape && { shape: true }),
  };
  try {
    return Buffer.from(await deps.brandPictures.draw(picture));
  } catch (cause) {
    throw new Refusal('unavailable', 'The icon cannot be drawn just now', { retryAfterSeconds: 30, cause });
  }
}
