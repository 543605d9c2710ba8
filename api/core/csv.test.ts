import { expect, test } from 'vitest';
import { csvRow } from './csv.ts';

test('commas, quotes and line breaks stay within their cell', () => {
  expect(csvRow(['Lawn, hedge', 'the "big" one', 'two\nlines', null, 1.5])).toBe(
    '"Lawn, hedge","the ""big"" one","two\nlines",,1.5\r\n',
  );
});

test('text that a spreadsheet would run as a formula is marked as text, and numbers stay numbers', () => {
  expect(csvRow(['=1+1', '+61', '-x', '@SUM(A1)', '\tx', '\rx', 'a=b', -1.5])).toBe(
    `'=1+1,'+61,'-x,'@SUM(A1),'\tx,"'\rx",a=b,-1.5\r\n`,
  );
});
