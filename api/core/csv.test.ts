import { expect, test } from 'vitest';
import { type Cell, csvFile } from './csv.ts';

async function written(...rows: Cell[][]): Promise<string> {
  const [heading = '', ...pieces] = await Array.fromAsync(csvFile(['Notes'], [rows], (row) => row));
  expect(heading).toBe('\ufeff"Notes"\r\n');
  return pieces.join('');
}

test('commas, quotes and line breaks stay within their cell, and only texts are quoted', async () => {
  expect(await written(['Lawn, hedge', 'the "big" one', 'two\nlines', null, '', 1.5], ['Fenêtres'])).toBe(
    '"Lawn, hedge","the ""big"" one","two\nlines",,"",1.5\r\n"Fenêtres"\r\n',
  );
});

test('a file without rows has its heading alone', async () => {
  expect(await written()).toBe('');
});

test.each([
  ['=1+1', "'=1+1"],
  ['+61', "'+61"],
  ['-x', "'-x"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=x', "'\t'=x"],
  ['\rx', "'\rx"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['a;=HYPERLINK("x")', 'a;\'=HYPERLINK(""x"")'],
  ['a,=b|-c\n+d', "a,'=b|'-c\n'+d"],
  ['a=b, c-d; e', 'a=b, c-d; e'],
  ["';=x", "';'=x"],
  ['x;"=HYPERLINK(1);y', 'x;""\'=HYPERLINK(1);y'],
  ['\n- mind the dog', "\n'- mind the dog"],
])('text that a spreadsheet would run as a formula is marked as text: %j', async (text, marked) => {
  expect(await written([text])).toBe(`"${marked}"\r\n`);
});

test('negative numbers stay numbers', async () => {
  expect(await written([-1.5])).toBe('-1.5\r\n');
});
