import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { fold, wantedWords } from '../../core/words.ts';
import { up as oneSigma } from '../../db/migrations/2026-12/2026-12-16-one-sigma.ts';
import { aUser } from '../../testing/builders/builders.ts';
import { testDatabase } from '../../testing/databases/database.ts';
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

test('punctuation around a wanted word, and the form of a sigma, keep nobody from being found', () => {
  expect(wantedWords('lee, amy')).toEqual(['lee', 'amy']);
  expect(wantedWords('(“O’Brien”!) … 02)')).toEqual(["o'brien", '02']);
  const known = wordsOf({ first_name: 'Νίκος', last_name: 'ΠΑΠΑΔΌΠΟΥΛΟΣ', email: '' });
  for (const typed of ['ΝΙΚΟΣ', 'νικος', 'Νίκος', 'παπαδόπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ', 'ΠΑΠΑΔΟΠΟΥΛΟΣ,'])
    expect(known).toContain(wantedWords(typed)[0]);
  const [start] = wantedWords('ΠΑΠΑΔΌΠΟΥΛΟΣ'.slice(0, 12));
  expect(known.some((word) => word.startsWith(start ?? '-'))).toBe(true);
  expect(wordsOf({ first_name: 'Οδυσσέας', last_name: '', email: '' })[0]).toMatch(/^οδυσ/);
  expect(wantedWords('ΟΔΥΣ')).toEqual(['οδυσ']);
});

test('words that differ only after the cut are one, and no letter is cut in half', () => {
  const long = 'a'.repeat(100);
  const words = wordsOf({ first_name: `${long}-b`, last_name: `${long}’c`, email: `${long}@mail.example` });
  expect(words.filter((word) => word.startsWith('a'))).toEqual([long]);
  expect(wantedWords(`${long}b ${long}c`)).toEqual([long]);
  const [short] = wordsOf({ first_name: `${'a'.repeat(99)}𐐨`, last_name: '', email: '' });
  expect(short).toBe('a'.repeat(99));
});

test('people whose names were indexed with a final sigma are found after the update', async () => {
  const { db, close } = await testDatabase();
  const { id: user_id } = await aUser(db);
  await sql`delete from user_words`.execute(db);
  const words = ['νικος', 'νικοσ', 'παπαδοπουλος', 'lee'].map((word) => ({ word, user_id }));
  await db.insertInto('user_words').values(words).execute();
  await oneSigma(db as unknown as Kysely<unknown>);
  const left = await db.selectFrom('user_words').select('word').orderBy('word').execute();
  expect(left.map(({ word }) => word)).toEqual(['lee', 'νικοσ', 'παπαδοπουλοσ']);
  await close();
});
