import { expect, test } from 'vitest';
import { fold, wantedWords } from '../../core/words.ts';
import { wordsOf } from './people-words.ts';

test('a person is found by the words of their names and address, whole and in parts', () => {
  const words = wordsOf({ first_name: 'Zoë Maria', last_name: 'O’Brien-Łuk', email: 'Zoe.B@Mail.example' });
  expect(words.sort()).toEqual(
    [
      'zoe',
      'maria',
      "o'brien-luk",
      'o',
      'brien',
      'luk',
      'obrienluk',
      'zoe.b@mail.example',
      'b',
      'mail',
      'example',
    ].sort(),
  );
});

test('a search folds its words in the same way, and looks for the longest first', () => {
  expect(wantedWords('  ÉLO  strauß  ')).toEqual(['strauss', 'elo']);
  expect(wantedWords(' \n ')).toEqual([]);
  expect(fold('Ünsal')).toBe('unsal');
});

test('words that differ only after the cut are one, and no letter is cut in half', () => {
  const long = 'a'.repeat(100);
  const words = wordsOf({ first_name: `${long}-b`, last_name: `${long}’c`, email: `${long}@mail.example` });
  expect(words.filter((word) => word.startsWith('a'))).toEqual([long]);
  expect(wantedWords(`${long}b ${long}c`)).toEqual([long]);
  const [short] = wordsOf({ first_name: `${'a'.repeat(99)}𐐨`, last_name: '', email: '' });
  expect(short).toBe('a'.repeat(99));
});
