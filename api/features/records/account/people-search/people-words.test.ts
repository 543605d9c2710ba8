import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { fold, numberWords, wantedNumber, wantedWords } from '../../../../core/words.ts';
import { up as oneSigma } from '../../../../db/migrations/2026-12/2026-12-16-one-sigma.ts';
import { up as byNumber } from '../../../../db/migrations/2027-01/2027-01-01-people-by-number.ts';
import { aBooking, aUser } from '../../../../testing/builders/builders.ts';
import { testDatabase } from '../../../../testing/databases/database.ts';
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
      'b@mail.example',
      'mail.example',
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

test.each([
  '0412 345 678',
  '+61 412 345 678',
  '412345678',
  '+61 (0)412 345-678',
  '(0412) 345.678',
  '0061 412 345 678',
])('the number %s is that of all its spellings', (typed) => {
  expect(wantedNumber(typed)).toEqual(['+12345678']);
  expect(numberWords(`Kim Lee, ${typed}, kim@example.com`)).toEqual(['+12345678']);
});

test('a text beside a number, a short number and a name are no number', () => {
  for (const typed of ['Kim 0412 345 678', '0412 345', '#4f2a01bc', 'lee, amy', '', '+'])
    expect(wantedNumber(typed)).toEqual([]);
  expect(numberWords('12 Wattle Street, 2042')).toEqual([]);
  expect(numberWords('0412 345 678 or +61 2 9999 1234')).toEqual(['+12345678', '+99991234']);
});

test.each([
  ['0412 345 678 / 0413 000 111', ['+12345678', '+13000111']],
  ['0412 345 678/0413 000 111', ['+12345678', '+13000111']],
  ['(02) 9999 1234 0412 345 678', ['+99991234', '+12345678']],
  ['02 9999 1234 (0412) 345 678', ['+99991234', '+12345678']],
  ['+61 412 345 678 +61 413 000 111', ['+12345678', '+13000111']],
  ['0412 345 678\n0413 000 111', ['+12345678', '+13000111']],
  ['01 23 45 67 08 / 01 23 45 67 09', ['+23456708', '+23456709']],
  ['030 / 1234567', ['+01234567']],
  ['0412\u2011345\u2011678', ['+12345678']],
  ['\u202d0412\u00a0345\u2212678\u202c', ['+12345678']],
  ['٠٤١٢ ٣٤٥ ٦٧٨', ['+12345678']],
  ['۰۴۱۲ ۳۴۵ ۶۷۸', ['+12345678']],
  ['1234567890123456', []],
])('the text %j has the numbers %j', (text, words) => {
  expect(numberWords(text)).toEqual(words);
  expect(wantedNumber(text)).toEqual(words);
});

test.each(['(', '+', '1 ', '1/', ' ', '(1', '٣ '])('a long text of %j is read in linear time', (part) => {
  const timed = (times: number) => {
    const text = part.repeat(times);
    const from = process.cpuUsage();
    numberWords(text);
    return process.cpuUsage(from).user / 1000;
  };
  timed(1000);
  expect(timed(200_000), 'in ms; in quadratic time it takes many seconds').toBeLessThan(2000);
});

test('people who booked before the update are found by their numbers', async () => {
  const { db, close } = await testDatabase();
  const { id: user_id } = await aUser(db);
  for (const notes of ['Phone: 0412 345 678', 'Phone: +61 412 345 678', 'Mind the cat'])
    await aBooking(db, { user_id, notes });
  const { id: booking_id } = await aBooking(db, { user_id, notes: null });
  await db
    .insertInto('custom_requests')
    .values({
      booking_id,
      service_name: 'Piano tuning',
      description: 'An upright',
      priority: 'standard',
      location: 'Newtown',
      contact_info: 'Kim, 02 9999 1234',
      estimated_minutes: null,
      turn: '',
    })
    .execute();
  await sql`delete from user_words`.execute(db);
  await byNumber(db as unknown as Kysely<unknown>);
  const found = await db.selectFrom('user_words').selectAll().orderBy('word').execute();
  expect(found).toEqual([
    { word: '+12345678', user_id },
    { word: '+99991234', user_id },
  ]);
  await close();
});
