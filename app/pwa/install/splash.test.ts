import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { splashFile, splashScreens } from '../../../api/contract/rules/look/splash-screens.ts';

test('every screen has its picture in both palettes, in its own size and small', () => {
  for (const { width, height, ratio } of splashScreens) {
    for (const palette of ['light', 'dark']) {
      const file = join('public/splash', splashFile(width * ratio, height * ratio, palette));
      const png = readFileSync(file);
      expect([png.readUInt32BE(16), png.readUInt32BE(20)], file).toEqual([width * ratio, height * ratio]);
      expect(statSync(file).size, file).toBeLessThan(16_000);
    }
  }
});
