import { expect, test } from 'vitest';
import { oneText } from './one-text.ts';

test('words and values become one text, and nothing stands for what JSX would leave out', () => {
  expect(oneText`Takes ${1.5} h${false}${null}${undefined}${' of yours'}, ${0} late`).toBe(
    'Takes 1.5 h of yours, 0 late',
  );
});
