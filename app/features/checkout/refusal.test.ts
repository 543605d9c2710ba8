import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { isFinal, keptOf, refusalOf } from './refusal.ts';

const apiError = (status: number, code: string) =>
  new ApiError(status, JSON.stringify({ code, message: 'No', requestId: 'r' }), '', null);
const answer = (status: number, code: string) => refusalOf(apiError(status, code));

test.each([
  [409, 'payment_processing', 'undecided'],
  [402, 'payment_incomplete', 'unpaid'],
  [404, 'not_found', 'unknown'],
  [400, 'invalid_input', 'unknown'],
  [409, 'conflict', 'refunded'],
  [403, 'forbidden', 'refused'],
  [401, 'unauthenticated', 'unanswered'],
  [429, 'rate_limited', 'unanswered'],
  [503, 'payment_unavailable', 'unanswered'],
])('the server’s %i %s means %s', (status, code, kind) => {
  expect(answer(status, code)).toMatchObject({ kind, words: 'No' });
});

test('a missing answer leaves the payment’s result open, and so does an error of the page itself', () => {
  expect(refusalOf(new NetworkError('The network did not answer'))).toMatchObject({
    kind: 'unanswered',
    words: 'The network did not answer',
  });
  expect(refusalOf(new TypeError('x')).kind).toBe('unanswered');
});

test('a repeated request may change only an undecided or unanswered refusal', () => {
  expect(isFinal(answer(409, 'payment_processing'))).toBe(false);
  expect(isFinal(answer(503, 'payment_unavailable'))).toBe(false);
  for (const [status, code] of [
    [402, 'payment_incomplete'],
    [404, 'not_found'],
    [409, 'conflict'],
    [403, 'forbidden'],
  ] as const)
    expect(isFinal(answer(status, code))).toBe(true);
});

test('a failed cancellation shows the server’s reason, and whether the payment may still succeed', () => {
  expect(keptOf(apiError(409, 'payment_processing'))).toEqual({ undecided: true, words: 'No' });
  expect(keptOf(apiError(404, 'not_found'))).toEqual({ undecided: false, words: 'No' });
  const unsaid = { undecided: false, words: 'Your payment could not be cancelled. Please try again.' };
  expect(keptOf(apiError(503, 'payment_unavailable'))).toEqual(unsaid);
  expect(keptOf(new NetworkError('lost'))).toEqual(unsaid);
});
