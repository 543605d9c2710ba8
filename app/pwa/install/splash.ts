import { splashFile, splashScreens } from './splash-screens.ts';

/**
 * iOS takes the picture that it shows while an installed app starts from links that name each screen exactly. Only
 * those of this very screen are given, instead of all of them to everyone.
 */
export function offerSplash(): void {
  if (!('standalone' in navigator)) return;
  const sides = [screen.width, screen.height].sort((a, b) => a - b);
  const mine = splashScreens.filter(
    ({ width, height, ratio }) =>
      ratio === devicePixelRatio &&
      Math.min(width, height) === sides[0] &&
      Math.max(width, height) === sides[1],
  );
  for (const { width, height, ratio } of mine) {
    for (const palette of ['light', 'dark']) {
      const link = document.createElement('link');
      link.rel = 'apple-touch-startup-image';
      link.href = `/splash/${splashFile(width * ratio, height * ratio, palette)}`;
      link.media = `(orientation: ${width < height ? 'portrait' : 'landscape'}) and (prefers-color-scheme: ${palette})`;
      document.head.append(link);
    }
  }
}
