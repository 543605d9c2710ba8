import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isVisible, visiblePart } from './visible-text.ts';

const blank = [
  '',
  ' ',
  '\n',
  '\t',
  '\u00a0',
  '\u3000',
  '\u2028',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u1160',
];
const ignorable = [
  '\u17b4',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u202e',
  '\u2060',
  '\u2064',
  '\u2066',
];
const drawnBlank = [
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\ufff9',
  '\u{1d159}',
  '\u{e0020}',
  '\u0007',
];

test('no mix of characters that nobody sees is visible', () => {
  const unseen = fc
    .array(fc.constantFrom(...blank, ...ignorable, ...drawnBlank))
    .map((parts) => parts.join(''));
  fc.assert(fc.property(unseen, (text) => !isVisible(text)));
});

test.each(['a', '王', 'ע', '👋', '👩‍👩‍👧', '🏳️', '1', '-', '…', '٣', '\u{20000}'])('%s is visible', (text) => {
  expect(isVisible(`\u200b${text}\u2800`)).toBe(true);
});

test('spaces and lines within a text count, and those around it do not', () => {
  expect(visiblePart(' 12\u200b King\nStreet \u3164')).toBe('12 King Street');
});
