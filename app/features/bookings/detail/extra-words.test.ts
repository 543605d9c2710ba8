import { expect, test } from 'vitest';
import type { OvertimeHours, OvertimeTerms } from '../../../../api/contract/schemas/overtime.ts';
import { agreeConsequence, answerByText, cardText, mayAgree, takesFacts, tookText } from './extra-words.ts';
import { settledText } from './settled-text.ts';

const past = { amountCents: 13_020, hourCents: 13_020, tier: 'basic', beforeCents: 0 } as const;
const covered: OvertimeTerms = { planHours: 1.5, cardHours: 0, past: null, owed: null };
const mixed: OvertimeTerms = { planHours: 0.5, cardHours: 1, past, owed: null };
const question: OvertimeHours = {
  id: '1',
  hours: 1.5,
  reason: 'The roof was wet.',
  askedAt: '2026-11-20T02:00:00.000Z',
  state: 'agreed',
  settledAt: null,
  terms: null,
};

test('the cost of agreeing is listed part by part', () => {
  expect(tookText({ actualHours: 2 }, question)).toBe(
    'The work took 3.5 h, and 2 h are used so far. Unless you agree, that stays so.',
  );
  expect(takesFacts(covered)).toEqual([['From your hours', '1.5 h']]);
  expect(agreeConsequence(covered)).toBe('1.5 h of your hours are used.');
  expect(takesFacts(mixed)).toEqual([
    ['From your hours', '0.5 h'],
    ['Paid by card', '$130.20 for 1 h'],
  ]);
  expect(agreeConsequence(mixed)).toBe(
    '0.5 h of your hours are used, and $130.20 is charged to the card that pays your plan.',
  );
  expect([cardText(covered), cardText(mixed)]).toEqual([
    null,
    '$130.20 an hour, as in the Basic plan, charged at once to the card that pays your plan.',
  ]);
});

test('a charge that replaces another says so', () => {
  expect(cardText({ ...mixed, past: { ...past, beforeCents: 26_040 } })).toContain(
    'One payment of $390.60 takes the place of the $260.40 charged for this visit before',
  );
  expect(agreeConsequence({ ...mixed, planHours: 0, past: { ...past, beforeCents: 26_040 } })).toBe(
    '$390.60 is charged to the card that pays your plan, while $260.40 goes back to it.',
  );
});

test('a customer cannot agree to hours beyond the plan if none are sold', () => {
  expect([mayAgree(covered), mayAgree(mixed), mayAgree({ ...mixed, past: null })]).toEqual([
    true,
    true,
    false,
  ]);
  expect(takesFacts({ ...mixed, past: null })).toContainEqual(['Past your hours', '1 h']);
});

test('the end of the time to answer is said within a sentence', () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect(answerByText(tomorrow, 'Australia/Sydney')).toMatch(
    /^Please answer by tomorrow, .*nothing more is charged\.$/,
  );
});

test('an answer is shown in words', () => {
  expect(settledText(question)).toBe('1.5 h, agreed to');
  expect(settledText({ ...question, state: 'declined' })).toBe('1.5 h, declined');
});
