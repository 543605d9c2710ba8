import { expect, test } from 'vitest';
import { reasonText } from './words.ts';

test('an unknown reason of a bank is shown too', () => {
  expect(reasonText('product_not_received')).toBe('Says the service was never provided');
  expect(reasonText('something_new')).toBe('something new');
});
