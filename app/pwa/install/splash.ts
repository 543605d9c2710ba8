import { splashFile, splashScreens } from '../../../api/contract/rules/look/splash-screens.ts';

/**
 * Adds the links to the start pictures of an installed app, which iOS takes from links for exact screen sizes. Only
 * those for this screen are added, instead of all of them for everyone.
 * @param look the name of the business's own look; empty for the product's
 */
export function offerSplash(look = ''): void {
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
      link.href = `/splash/${splashFile(width * ratio, height * ratio, palette)}${look && `?look=${look}`}`;
      link.media = `(orientation: ${width < height ? 'portrait' : 'landscape'}) and (prefers-color-scheme: ${palette})`;
      document.head.append(link);
    }
  }
}
