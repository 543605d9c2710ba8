import { expect, test } from 'vitest';
import { draftIn, forgetReviewDraft, keepReviewDraft, readReviewDraft } from './review-drafts.ts';

test('a draft returns for the same person and booking alone, until it is forgotten', () => {
  keepReviewDraft('ann', 'b1', { rating: 4, review: 'Neat' });
  expect(readReviewDraft('ann', 'b1')).toEqual({ rating: 4, review: 'Neat' });
  expect(readReviewDraft('ann', 'b2')).toBeNull();
  expect(readReviewDraft('bob', 'b1')).toBeNull();
  forgetReviewDraft('ann', 'b1');
  expect(readReviewDraft('ann', 'b1')).toBeNull();
});

test('an unreadable draft is ignored', () => {
  expect(draftIn('')).toBeNull();
  expect(draftIn('{"rating":9,"review":1}')).toEqual({ rating: 0, review: '' });
});
