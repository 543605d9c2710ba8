import { beforeEach, expect, test } from 'vitest';
import { begunNames, hasBegunForms } from './begun.ts';
import { fieldsKeptAs } from './kept-fields.ts';
import { stubDevice } from './testing/stores.ts';

beforeEach(() => stubDevice('priya'));

const blank = { name: '', chosen: [] as string[] };

test('kept fields return over blank ones, a list only over a list, and count as begun until they are given up', () => {
  const { keepDraft, forgetDraft, typedOver } = fieldsKeptAs(begunNames.team);
  keepDraft('role', { name: 'Desk', chosen: ['log.read'] });
  expect(typedOver(blank, 'role')).toEqual({ name: 'Desk', chosen: ['log.read'] });
  expect(hasBegunForms('priya')).toBe(true);
  keepDraft('role', { name: 'Desk', chosen: { 'log.read': true } });
  expect(typedOver(blank, 'role')).toEqual({ name: 'Desk', chosen: [] });
  forgetDraft('role');
  expect(typedOver(blank, 'role')).toEqual(blank);
  expect(hasBegunForms('priya')).toBe(false);
});
