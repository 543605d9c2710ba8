import { expect, test } from 'vitest';
import { reasonText, unclearText } from './words.ts';

test('an unknown reason of a bank is shown too', () => {
  expect(reasonText('product_not_received')).toBe('Says the service was never provided');
  expect(reasonText('something_new')).toBe('something new');
});

test('each unclear thing at the provider is said with what follows from it', () => {
  const whats = ['status', 'refund', 'price', 'item', 'quantity', 'schedule'] as const;
  const texts = whats.map((what) => unclearText({ what, said: 'zz_9' }));
  expect(new Set(texts).size).toBe(whats.length);
  for (const text of texts) expect(text).toContain('zz_9');
});
