import { expect, test } from 'vitest';
import { reasonText, stateOf } from './words.ts';

test('an unknown reason of a bank is shown too', () => {
  expect(reasonText('product_not_received')).toBe('Says the service was never provided');
  expect(reasonText('something_new')).toBe('something new');
});

test('a state of another release is shown as an unknown one', () => {
  expect(stateOf('won').text).toBe('Won');
  expect(stateOf('prevented' as never)).toEqual(stateOf('unknown'));
});
