import { expect, test } from 'vitest';
import { isComposing } from './composing.ts';

test('the key that ends a composition belongs to it, in every browser', () => {
  const enter = (of: object) => isComposing({ isComposing: false, keyCode: 13, ...of } as KeyboardEvent);
  expect(enter({ isComposing: true })).toBe(true);
  expect(enter({ keyCode: 229 })).toBe(true);
  expect(enter({})).toBe(false);
});
