import { expect, test } from 'vitest';
import { firstTexts, isClaim, withoutClaims } from './texts.ts';

test.each([
  '5,000+ homeowners',
  '4.9 stars',
  '24/7 emergency support',
  'Fully insured and bonded',
  'Your money back within 30 days',
  'We reply within 2 hours',
  'A person answers, day and night.',
  'Licensed technicians',
])('%s is a claim', (text) => {
  expect(isClaim(text)).toBe(true);
});

test.each(['Unused hours roll over for up to 3 months.', 'Priority booking', 'Same-day service', ''])(
  '%s is none',
  (text) => {
    expect(isClaim(text)).toBe(false);
  },
);

test('an owner’s texts lose their claims and keep everything else', () => {
  const texts = withoutClaims({
    ...firstTexts(true),
    headline: 'We come.',
    trust: 'Insured for ten million',
    included: [
      { sign: 'shield', title: 'Insured', text: 'For ten million.' },
      { sign: 'app', title: 'An app', text: 'On your phone.' },
    ],
  });
  expect(texts).toMatchObject({ headline: 'We come.', trust: '', claims: [], replyTime: '' });
  expect(texts.included).toEqual([{ sign: 'app', title: 'An app', text: 'On your phone.' }]);
  expect(texts.steps.map(({ title }) => title)).toEqual(firstTexts(true).steps.map(({ title }) => title));
  expect(withoutClaims(texts)).toEqual(texts);
});
