import { expect, test } from 'vitest';
import { hasBegunForms } from '../../pwa/storage/begun.ts';
import { stubDevice } from '../../pwa/storage/testing/stores.ts';

stubDevice('priya');
const { forgetDraft, keepDraft } = await import('./answer-drafts.ts');

test('a sign-out counts an unfinished answer until it is sent', () => {
  expect(hasBegunForms('priya')).toBe(false);
  keepDraft('r1', { kind: 'price', amount: '80', hours: 1, scheduledDate: '', message: '', days: '7' });
  expect([hasBegunForms('priya'), hasBegunForms('olivia')]).toEqual([true, false]);
  forgetDraft('r1');
  expect(hasBegunForms('priya')).toBe(false);
});
