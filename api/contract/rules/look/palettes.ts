import { channels, contrast, hexOf, type Oklch, oklchOf } from './colour.ts';
import { type BrandColours, firstLook, type Hex } from './look.ts';

type Role = keyof BrandColours;

/**
 * The tokens of `app/theme/tokens.css` and of the landing page that follow from a brand's colours, as they are in the product's own palettes: a
 * test compares them. `from` names the colour that gives the hue. `most` is how many times the chroma may grow with the
 * brand's: surfaces stay quiet beside a bright brand.
 */
const tokens = {
  paper: { light: '#f7f3ec', dark: '#121a17', from: ['accent', 'primary'], most: 1 },
  card: { light: '#fffdf9', dark: '#1a2420', from: ['accent', 'primary'], most: 1 },
  sunken: { light: '#efe9de', dark: '#0d1411', from: ['accent', 'primary'], most: 1 },
  ink: { light: '#1e2925', dark: '#eef0e9', from: ['primary', 'primary'], most: 1 },
  'ink-2': { light: '#59655f', dark: '#a5b1aa', from: ['primary', 'primary'], most: 1 },
  line: { light: '#e7dfd2', dark: '#2b3832', from: ['accent', 'primary'], most: 1 },
  'field-line': { light: '#8b8577', dark: '#74827b', from: ['accent', 'primary'], most: 1 },
  pine: { light: '#17493c', dark: '#8fd0b8', from: ['primary', 'primary'], most: 1.8 },
  'pine-2': { light: '#2b6c5a', dark: '#6fb79d', from: ['primary', 'primary'], most: 1.8 },
  'pine-pressed': { light: '#103a2f', dark: '#a9dfca', from: ['primary', 'primary'], most: 1.8 },
  tint: { light: '#e4eee8', dark: '#20352d', from: ['primary', 'primary'], most: 1.6 },
  'tint-pressed': { light: '#d3e3da', dark: '#2a463b', from: ['primary', 'primary'], most: 1.6 },
  'on-pine': { light: '#f7f3ec', dark: '#0d1f19', from: ['accent', 'primary'], most: 1 },
  terra: { light: '#b44c2b', dark: '#e98a66', from: ['accent', 'accent'], most: 1.2 },
  'terra-pressed': { light: '#983d20', dark: '#f09f7f', from: ['accent', 'accent'], most: 1.2 },
  'terra-tint': { light: '#f6e4dc', dark: '#3c2218', from: ['accent', 'accent'], most: 1.2 },
  'on-terra': { light: '#ffffff', dark: '#2a0f05', from: ['accent', 'accent'], most: 1 },
  strip: { light: '#1e2925', dark: '#2b3832', from: ['primary', 'primary'], most: 1 },
  'on-strip': { light: '#f7f3ec', dark: '#eef0e9', from: ['accent', 'primary'], most: 1 },
  // Those of the landing page alone, in `landing-base.css`.
  band: { light: '#f0eadf', dark: '#17211d', from: ['accent', 'primary'], most: 1 },
  'pine-deep': { light: '#123a30', dark: '#1d3b32', from: ['primary', 'primary'], most: 1.6 },
  'on-deep': { light: '#f7f3ec', dark: '#f7f3ec', from: ['accent', 'accent'], most: 1 },
  'on-deep-2': { light: '#c6d8cf', dark: '#c6d8cf', from: ['primary', 'primary'], most: 1 },
  roof: { light: '#b9d3c5', dark: '#2c4a3f', from: ['primary', 'primary'], most: 1.6 },
} as const satisfies Record<
  string,
  { light: Hex; dark: Hex; from: readonly [light: Role, dark: Role]; most: number }
>;
export type Token = keyof typeof tokens;
export type Palette = Record<Token, Hex>;
export type PaletteName = 'light' | 'dark';
export const paletteNames = ['light', 'dark'] as const;
const names = Object.keys(tokens) as Token[];

/** The contrast of text by WCAG 2.2 AA, and of what is no text. */
const ofText = 4.5;
const ofShape = 3;

/**
 * The tokens that must be told from others, and how well, in the order in which they are made: each follows those of
 * its list, which are there already.
 */
const readable: readonly (readonly [Token, readonly Token[], number])[] = [
  ['ink', ['paper', 'card', 'sunken', 'tint', 'tint-pressed'], ofText],
  ['ink-2', ['paper', 'card', 'sunken', 'tint', 'tint-pressed'], ofText],
  ['field-line', ['paper', 'card'], ofShape],
  ['pine', ['paper', 'card', 'sunken', 'tint', 'on-pine'], ofText],
  ['pine-pressed', ['paper', 'card', 'sunken', 'tint', 'on-pine'], ofText],
  ['pine-2', ['paper', 'card', 'sunken', 'tint'], ofText],
  ['terra', ['paper', 'card', 'on-terra'], ofText],
  ['terra-pressed', ['paper', 'card', 'on-terra'], ofText],
  ['pine-deep', ['on-deep', 'on-deep-2'], ofText],
];
/** The colours that an owner chooses are shown as they are in the light palette. */
const chosen = { primary: 'pine', accent: 'terra' } as const satisfies Record<Role, Token>;
/** Their neighbours keep their distance in lightness from them. */
const besides: Partial<Record<Token, Role>> = {
  'pine-2': 'primary',
  'pine-pressed': 'primary',
  'terra-pressed': 'accent',
};

/** A colour of the product turned to a brand's hue. */
function turned(name: Token, palette: PaletteName, colours: BrandColours): Oklch {
  const { from, most, [palette]: base } = tokens[name];
  const role = from[palette === 'light' ? 0 : 1];
  const [ours, theirs, at] = [oklchOf(firstLook.colours[role]), oklchOf(colours[role]), oklchOf(base)];
  const beside = palette === 'light' ? besides[name] : undefined;
  return {
    l: at.l + (beside ? theirs.l - ours.l : 0),
    c: at.c * Math.min(most, theirs.c / ours.c),
    h: at.h + theirs.h - ours.h,
  };
}

const lowest = (colour: Hex, others: readonly Hex[]): number =>
  Math.min(...others.map((other) => contrast(colour, other)));

/** The nearest lightness at which a colour is told from all others; `null` if there is none. */
function nearest(colour: Oklch, others: readonly Hex[], least: number): Hex | null {
  for (let step = 0; step <= 250; step += 1)
    for (const l of [colour.l - step * 0.004, colour.l + step * 0.004]) {
      const hex = hexOf({ ...colour, l });
      if (l >= 0 && l <= 1 && lowest(hex, others) >= least) return hex;
    }
  return null;
}

/** The palettes that follow from two colours; the product's own two give its own palettes. */
export function palettesOf(colours: BrandColours): Record<PaletteName, Palette> {
  return { light: paletteOf('light', colours), dark: paletteOf('dark', colours) };
}

function paletteOf(palette: PaletteName, colours: BrandColours): Palette {
  const { primary, accent } = firstLook.colours;
  if (colours.primary === primary && colours.accent === accent)
    return Object.fromEntries<Hex>(names.map((name) => [name, tokens[name][palette]])) as Palette;
  const made = Object.fromEntries(
    names.map((name) => [name, hexOf(turned(name, palette, colours))]),
  ) as Palette;
  if (palette === 'light')
    for (const role of ['primary', 'accent'] as const) made[chosen[role]] = colours[role];
  for (const [name, others, least] of readable) {
    if (palette === 'light' && (name === 'pine' || name === 'terra')) continue;
    const against = others.map((other) => made[other]);
    if (lowest(made[name], against) < least)
      made[name] = nearest(turned(name, palette, colours), against, least) ?? made[name];
  }
  return made;
}

/**
 * The colour nearest to a chosen one with which all texts can be read, at AA; the chosen one itself if it is such.
 * @param colours the chosen colours, whose other one gives the surfaces part of their hue
 */
export function nearestReadable(role: Role, colours: BrandColours): Hex {
  const name = chosen[role];
  const rule = readable.find(([token]) => token === name);
  if (!rule) return colours[role];
  const [, others, least] = rule;
  const passes = (hex: Hex) => {
    const made = paletteOf('light', { ...colours, [role]: hex });
    return (
      lowest(
        hex,
        others.map((other) => made[other]),
      ) >= least
    );
  };
  if (passes(colours[role])) return colours[role];
  const at = oklchOf(colours[role]);
  // The surfaces are light, so what cannot be read is too light.
  for (let l = at.l - 0.004; l > 0; l -= 0.004) {
    const hex = hexOf({ ...at, l });
    if (passes(hex)) return hex;
  }
  return '#000000';
}

const rules = (palette: Palette): string => {
  const parts = (hex: Hex) => channels(hex).join(', ');
  return [
    ...names.map((name) => `--${name}:${palette[name]}`),
    `--paper-rgb:${parts(palette.paper)}`,
    `--ink-rgb:${parts(palette.ink)}`,
  ].join(';');
};

/** The rules that give the app and the landing page these colours; none for the product's own. */
export function colourRules(colours: BrandColours): string {
  const { primary, accent } = firstLook.colours;
  if (colours.primary === primary && colours.accent === accent) return '';
  const { light, dark } = palettesOf(colours);
  return `:root{${rules(light)}}@media (prefers-color-scheme:dark){:root{${rules(dark)}}}`;
}
