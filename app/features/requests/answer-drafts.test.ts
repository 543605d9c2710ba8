import { expect, test, vi } from 'vitest';
import { hasBegunForms } from '../../pwa/storage/begun.ts';

const kept = new Map<string, string>();
vi.stubGlobal('document', { cookie: 'hearthkeep-in=priya' });
vi.stubGlobal('sessionStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
});
const { forgetDraft, keepDraft } = await import('./answer-drafts.ts');

test('a sign-out counts an unfinished answer until it is sent', () => {
  expect(hasBegunForms('priya')).toBe(false);
  keepDraft('r1', { kind: 'price', amount: '80', hours: 1, scheduledDate: '', message: '', days: '7' });
  expect([hasBegunForms('priya'), hasBegunForms('olivia')]).toEqual([true, false]);
  forgetDraft('r1');
  expect(hasBegunForms('priya')).toBe(false);
});
