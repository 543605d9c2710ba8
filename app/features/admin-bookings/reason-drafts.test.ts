import { expect, test } from 'vitest';
import { hasDrafts } from '../../pwa/storage/drafts.ts';
import { forgetReason, keepReason, readReason } from './reason-drafts.ts';

test('a reason for longer work is kept by booking until it is sent; one that is written meanwhile stays', () => {
  keepReason('ada', 'b1', 'The roots of the fig');
  expect([readReason('ada', 'b1'), readReason('ada', 'b2')]).toEqual(['The roots of the fig', '']);
  expect(hasDrafts('ada')).toBe(true);
  forgetReason('ada', 'b1', 'The roots');
  expect(readReason('ada', 'b1')).toBe('The roots of the fig');
  forgetReason('ada', 'b1', 'The roots of the fig');
  expect(hasDrafts('ada')).toBe(false);
});
