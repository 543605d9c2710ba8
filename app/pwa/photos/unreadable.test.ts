import { expect, test } from 'vitest';
import { heicWords } from '../../../api/contract/rules/photos.ts';
import { unreadableWords } from './unreadable.ts';

test.each([
  { name: 'IMG_0042.HEIC' },
  { name: 'photo.heif', type: '' },
  { name: 'photo', type: 'image/heic' },
])('a photo of an iPhone is named as one: %o', (file) => {
  expect(unreadableWords(file)).toBe(heicWords);
});

test('any other file is none that this device can read', () => {
  expect(unreadableWords({ name: 'heic.pdf', type: 'application/pdf' })).toContain('choose a JPEG');
});
