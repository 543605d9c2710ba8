import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast, hexOf, oklchOf, readHex } from './colour.ts';
import { firstLook, type Hex } from './look.ts';
import { colourRules, nearestReadable, type Palette, palettesOf } from './palettes.ts';

const pairs: [keyof Palette, keyof Palette, number][] = [
  ['ink', 'paper', 4.5],
  ['ink', 'card', 4.5],
  ['ink-2', 'paper', 4.5],
  ['ink-2', 'sunken', 4.5],
  ['ink-2', 'tint', 4.5],
  ['pine', 'paper', 4.5],
  ['pine', 'tint', 4.5],
  ['on-pine', 'pine', 4.5],
  ['on-pine', 'pine-pressed', 4.5],
  ['pine-2', 'paper', 4.5],
  ['terra', 'paper', 4.5],
  ['on-terra', 'terra', 4.5],
  ['on-terra', 'terra-pressed', 4.5],
  ['on-strip', 'strip', 4.5],
  ['field-line', 'card', 3],
  ['ink-2', 'band', 4.5],
  ['pine', 'band', 4.5],
  ['on-deep', 'pine-deep', 4.5],
  ['on-deep-2', 'pine-deep', 4.5],
];

/** Brands of every hue, from grey to the brightest, dark and light. */
const brands: Hex[] = [0, 40, 80, 120, 160, 200, 240, 280, 320].flatMap((h) =>
  [0.02, 0.12, 0.3].flatMap((c) => [0.15, 0.35, 0.6, 0.9].map((l) => hexOf({ l, c, h }))),
);

test('the product’s colours give the palettes of the stylesheets, and no rules', () => {
  const sheets = ['app/theme/tokens.css', 'app/features/landing/landing-base.css'].map((path) =>
    readFileSync(path, 'utf8').replaceAll('#fff;', '#ffffff;').split('@media (prefers-color-scheme: dark)'),
  );
  const [light, dark] = [0, 1].map((part) => sheets.map((sheet) => sheet[part]).join(''));
  const made = palettesOf(firstLook.colours);
  for (const [name, colour] of Object.entries(made.light)) expect(light).toContain(`--${name}: ${colour};`);
  for (const [name, colour] of Object.entries(made.dark)) expect(dark).toContain(`--${name}: ${colour};`);
  expect(colourRules(firstLook.colours)).toBe('');
});

test('both palettes of every brand can be read at AA, with the nearest colours where the chosen ones cannot', () => {
  for (const [n, wanted] of brands.entries()) {
    const colours = { primary: wanted, accent: brands[(n * 7 + 3) % brands.length] ?? wanted };
    const primary = nearestReadable('primary', colours);
    const accent = nearestReadable('accent', { ...colours, primary });
    const palettes = palettesOf({ primary, accent });
    for (const [name, palette] of Object.entries(palettes))
      for (const [one, other, least] of pairs)
        expect(
          contrast(palette[one], palette[other]),
          `${one} on ${other}, ${name}, ${primary} ${accent}`,
        ).toBeGreaterThanOrEqual(least);
    expect(palettes.light.pine).toBe(primary);
    expect(palettes.light.terra).toBe(accent);
  }
});

test('a colour that can be read stays, and one that cannot gets darker in its own hue', () => {
  const chosen = { primary: '#1d4ed8', accent: '#c2410c' } as const;
  expect(nearestReadable('primary', chosen)).toBe('#1d4ed8');
  const yellow = { ...chosen, primary: '#ffd400' } as const;
  const nearest = nearestReadable('primary', yellow);
  expect(oklchOf(nearest).l).toBeLessThan(oklchOf(yellow.primary).l);
  expect(Math.abs(oklchOf(nearest).h - oklchOf(yellow.primary).h)).toBeLessThan(6);
  expect(nearestReadable('primary', { ...yellow, primary: nearest })).toBe(nearest);
});

test('colours are converted there and back, and read as people type them', () => {
  for (const hex of ['#000000', '#ffffff', '#17493c', '#b44c2b', '#0000ff', '#ff0000'] as const)
    expect(hexOf(oklchOf(hex))).toBe(hex);
  expect([readHex('#ABC'), readHex(' 17493C '), readHex('red'), readHex('#12345'), readHex('')]).toEqual([
    '#aabbcc',
    '#17493c',
    null,
    null,
    null,
  ]);
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});
