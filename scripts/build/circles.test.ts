import { expect, test } from 'vitest';
import { circleIn } from './circles.ts';

test('files that import a common file are no circle', () => {
  expect(
    circleIn({
      a: { imports: ['b', 'c'] },
      b: { imports: ['shared'] },
      c: { imports: ['shared'] },
      shared: {},
    }),
  ).toBeUndefined();
});

test('a circle is named from the first file in it, also when it is reached from outside', () => {
  expect(circleIn({ a: { imports: ['b'] }, b: { imports: ['c'] }, c: { imports: ['b'] } })).toEqual([
    'b',
    'c',
    'b',
  ]);
});

test('a file that imports itself is a circle', () => {
  expect(circleIn({ a: { imports: ['a'] } })).toEqual(['a', 'a']);
});
