import { expect, test } from 'vitest';
import { reasonText } from './words.ts';

test('no reason of a bank is left out because we do not know its word', () => {
  expect(reasonText('product_not_received')).toBe('Says the service was never provided');
  expect(reasonText('something_new')).toBe('something new');
});
