import { expect, test } from 'vitest';
import { dueText } from './due-text.ts';

const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');

test('a credit that pays a part is taken off the sum of today, and off no later one', () => {
  expect(plain(dueText(140_099, 140_099))).toMatch(/^\$1,400\.99 today, then each month\./);
  expect(plain(dueText(140_099, 100_000))).toMatch(
    /^\$1,000\.00 today, since your credit pays \$400\.99, then \$1,400\.99 each month\./,
  );
});
