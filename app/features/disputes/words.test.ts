import { expect, test } from 'vitest';
import { objectName, reasonText, stateOf, unclearText, waitingText } from './words.ts';

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

test('a case that waits for the bank says what is frozen, and until when the bank takes an answer', () => {
  const zone = 'Australia/Sydney';
  const of = (
    state: 'open' | 'inquiry' | 'unknown' | 'won' | 'lost',
    kind: 'plan' | 'booking' = 'booking',
  ) => ({
    state,
    about: { kind },
    answerBy: '2031-03-02T02:00:00.000Z',
  });
  expect(waitingText(of('open'), zone)).toMatch(
    /^The booking stays as it is until the bank has decided\. Answer the bank .* by .*2 Mar.*\.$/,
  );
  expect(waitingText({ ...of('open', 'plan'), answerBy: null }, zone)).toBe(
    'What is left of this month’s hours can’t be used until the bank has decided.',
  );
  expect(waitingText(of('inquiry'), zone)).toMatch(/Nothing is frozen.* Answer the bank/);
  expect(waitingText({ ...of('unknown'), answerBy: null }, zone)).toMatch(/dashboard\.$/);
  expect([waitingText(of('won'), zone), waitingText(of('lost'), zone)]).toEqual([null, null]);
});

test('a state of another release is shown as an unknown one', () => {
  expect(stateOf('won').text).toBe('Won');
  expect(stateOf('prevented' as never)).toEqual(stateOf('unknown'));
});

test('an object and a finding of another release have words, too', () => {
  expect(objectName('plan' as never)).toBe('An object');
  expect(objectName('invoice')).toBe('An invoice');
  expect(unclearText({ what: 'currency' as never, said: 'nzd' })).toMatch(/“nzd”.*dashboard\.$/);
  expect(unclearText({ what: 'currency' as never, said: '' })).toMatch(/^Please reload/);
});
