import { expect, test } from 'vitest';
import { isolated, oneText } from './one-text.ts';

test('words and values become one text, and nothing stands for what JSX would leave out', () => {
  expect(oneText`Takes ${1.5} h${false}${null}${undefined}${' of yours'}, ${0} late`).toBe(
    'Takes 1.5 h of yours, 0 late',
  );
});

test('a value that reads from right to left does not turn the text around it', () => {
  expect(oneText`${'שלום'} · ${3} h`).toBe('\u2068שלום\u2069 · 3 h');
  expect(oneText`For ${'مرحبا'}, ${'Amy'} and ${'王'}`).toBe('For \u2068مرحبا\u2069, Amy and 王');
  // An override without its end would turn the rest of the line.
  expect(isolated('\u202eevil')).toBe('\u2068\u202eevil\u2069');
});
