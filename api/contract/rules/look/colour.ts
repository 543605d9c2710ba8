import type { Hex } from './look.ts';

/** A colour by lightness (0 to 1), chroma (0 is grey) and hue in degrees (https://bottosson.github.io/posts/oklab/). */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Three = readonly [number, number, number];

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

/** The parts of a colour, 0 to 255. */
export const channels = (hex: Hex): Three => {
  const number = Number.parseInt(hex.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
};

const linear = (hex: Hex): Three => {
  const [r, g, b] = channels(hex);
  return [toLinear(r / 255), toLinear(g / 255), toLinear(b / 255)];
};

export function oklchOf(hex: Hex): Oklch {
  const [r, g, b] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const d = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, d),
    h: (Math.atan2(d, a) * 180) / Math.PI,
  };
}

function linearOf({ l, c, h }: Oklch): Three {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const isShown = (parts: Three) => parts.every((part) => part >= -0.0001 && part <= 1.0001);

/** The colour on a screen; one that no screen can show loses chroma, and keeps lightness and hue. */
export function hexOf({ l, c, h }: Oklch): Hex {
  const lightness = Math.min(1, Math.max(0, l));
  let parts = linearOf({ l: lightness, c, h });
  if (!isShown(parts)) {
    let [least, most] = [0, c];
    for (let step = 0; step < 20; step += 1) {
      const middle = (least + most) / 2;
      if (isShown(linearOf({ l: lightness, c: middle, h }))) least = middle;
      else most = middle;
    }
    parts = linearOf({ l: lightness, c: least, h });
  }
  const two = (part: number) =>
    Math.round(fromLinear(Math.min(1, Math.max(0, part))) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${parts.map(two).join('')}`;
}

const luminance = (hex: Hex): number => {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

/** A colour as it is typed or chosen ('#ABC', '17493c'); `null` if it is none. */
export function readHex(text: string): Hex | null {
  const digits = /^\s*#?([0-9a-f]{3}|[0-9a-f]{6})\s*$/i.exec(text)?.[1]?.toLowerCase();
  if (!digits) return null;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}
