import { expect, test } from 'vitest';
import { isolated } from '../../api/contract/rules/visible-text.ts';
import { oneText, unbroken } from './one-text.ts';

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

test('a time stays on one line with its unit, and other words may break', () => {
  expect(unbroken('Mia has 20.5 h now, and 1 h 30 min on 3 house visits.')).toBe(
    'Mia has 20.5\u00a0h now, and 1\u00a0h 30\u00a0min on 3 house visits.',
  );
});
