import { beforeEach, expect, test } from 'vitest';
import { begunNames, hasBegunForms } from '../../pwa/storage/begun.ts';
import { stubDevice } from '../../pwa/storage/testing/stores.ts';
import { forgetDraft, keepDraft, typedOver } from './money-drafts.ts';

beforeEach(() => stubDevice('priya'));

const blank = { hours: Number.NaN, expiresOn: '', reason: '' };

test('typed fields are kept by name, and a sign-out counts them until they are sent', () => {
  keepDraft('hours:u1', { hours: 1.5, expiresOn: '2027-01-31', reason: 'Sorry' });
  expect(typedOver(blank, 'hours:u1')).toEqual({ hours: 1.5, expiresOn: '2027-01-31', reason: 'Sorry' });
  expect(typedOver(blank, 'hours:u2')).toEqual(blank);
  expect([hasBegunForms('priya'), hasBegunForms('olivia')]).toEqual([true, false]);
  forgetDraft('hours:u1');
  expect(typedOver(blank, 'hours:u1')).toEqual(blank);
  expect(hasBegunForms('priya')).toBe(false);
});

test('a number that is not entered yet, and fields of another release, are blank', () => {
  keepDraft('hours:u1', { hours: Number.NaN, reason: 'Sorry' });
  expect(typedOver(blank, 'hours:u1')).toEqual({ ...blank, reason: 'Sorry' });
  for (const text of ['{', '[]', '{"state":{"priya:hours:u1":{"fields":null}}}']) {
    sessionStorage.setItem(begunNames.refunds, text);
    expect(typedOver(blank, 'hours:u1'), text).toEqual(blank);
  }
});
