import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { draftIn, forgetReviewDraft, keepReviewDraft, readReviewDraft } from './review-drafts.ts';

test('what was typed comes back for the same person and booking alone, until it is forgotten', async () => {
  await keepReviewDraft('ann', 'b1', { rating: 4, review: 'Neat' });
  expect(await readReviewDraft('ann', 'b1')).toEqual({ rating: 4, review: 'Neat' });
  expect(await readReviewDraft('ann', 'b2')).toBeNull();
  expect(await readReviewDraft('bob', 'b1')).toBeNull();
  await forgetReviewDraft('ann', 'b1');
  expect(await readReviewDraft('ann', 'b1')).toBeNull();
});

test('a draft that cannot be read harms nothing', () => {
  expect(draftIn('')).toBeNull();
  expect(draftIn('{"rating":9,"review":1}')).toEqual({ rating: 0, review: '' });
});
