import { expect, test } from 'vitest';
import { begunNames, hasBegunForms } from '../../pwa/storage/begun.ts';
import { stubDevice } from '../../pwa/storage/testing/stores.ts';

stubDevice('priya');
const { forgetDraft, keepDraft, keyFor } = await import('./answer-drafts.ts');

test('a sign-out counts an unfinished answer until it is sent', () => {
  expect(hasBegunForms('priya')).toBe(false);
  keepDraft('r1', { kind: 'price', amount: '80', hours: 1, scheduledDate: '', message: '', days: '7' });
  expect([hasBegunForms('priya'), hasBegunForms('olivia')]).toEqual([true, false]);
  forgetDraft('r1');
  expect(hasBegunForms('priya')).toBe(false);
});

test('an attempt of an earlier release, which kept it in the draft, has its key until the answer is sent', () => {
  const attempt = { content: JSON.stringify(['at ten', '7']), key: 'key-of-the-earlier-release' };
  const fields = {
    kind: 'price',
    amount: '80',
    hours: 1,
    scheduledDate: '',
    message: '',
    days: '7',
  } as const;
  sessionStorage.setItem(
    begunNames.answers,
    JSON.stringify({ state: { 'priya:r2': { fields, attempt } }, version: 0 }),
  );
  keepDraft('r2', fields);
  expect(keyFor('r2', ['at ten', '7'])).toBe(attempt.key);
  forgetDraft('r2');
  expect(keyFor('r2', ['at ten', '7'])).not.toBe(attempt.key);
});
