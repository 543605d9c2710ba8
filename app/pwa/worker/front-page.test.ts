import { hashKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keyOf } from '../../lib/api.ts';
import { userHash } from './front-page.ts';

test('the worker looks for the signed-in person under the name that the cache stores them by', () => {
  expect(userHash).toBe(hashKey(keyOf('readUser')));
});
