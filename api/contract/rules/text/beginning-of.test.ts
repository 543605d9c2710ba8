import { expect, test } from 'vitest';
import { beginningOf } from './beginning-of.ts';

test('a text is cut between two letters, and never within an emoji', () => {
  expect(beginningOf('Café', 4)).toBe('Café');
  expect(beginningOf('Two words', 4)).toBe('Two…');
  expect(beginningOf('abc😀', 4)).toBe('abc…');
  expect(beginningOf('👩\u200d🔧 here', 3)).toBe('👩…');
});
