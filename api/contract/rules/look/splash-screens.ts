interface Screen {
  /** The size in CSS pixels, upright, and the number of device pixels in each. */
  width: number;
  height: number;
  ratio: number;
}

const phones: Screen[] = [
  { width: 375, height: 667, ratio: 2 },
  { width: 414, height: 896, ratio: 2 },
  { width: 375, height: 812, ratio: 3 },
  { width: 390, height: 844, ratio: 3 },
  { width: 393, height: 852, ratio: 3 },
  { width: 402, height: 874, ratio: 3 },
  { width: 414, height: 896, ratio: 3 },
  { width: 428, height: 926, ratio: 3 },
  { width: 430, height: 932, ratio: 3 },
  { width: 440, height: 956, ratio: 3 },
];
const tablets: Screen[] = [
  { width: 744, height: 1133, ratio: 2 },
  { width: 768, height: 1024, ratio: 2 },
  { width: 810, height: 1080, ratio: 2 },
  { width: 820, height: 1180, ratio: 2 },
  { width: 834, height: 1194, ratio: 2 },
  { width: 834, height: 1210, ratio: 2 },
  { width: 1024, height: 1366, ratio: 2 },
  { width: 1032, height: 1376, ratio: 2 },
];
const turned = ({ width, height, ratio }: Screen): Screen => ({ width: height, height: width, ratio });

/** Every screen with a start picture of its own for the installed app; tablets also in landscape. */
export const splashScreens: readonly Screen[] = [...phones, ...tablets, ...tablets.map(turned)];

/** The picture's file in its palette's folder, by its size in device pixels. */
export const splashFile = (width: number, height: number, palette: string): string =>
  `${palette}/${width}x${height}.png`;
