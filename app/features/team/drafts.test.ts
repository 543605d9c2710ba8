import { expect, test } from 'vitest';
import type { Role } from '../../../api/contract/schemas/team.ts';
import { roleDraft } from './drafts.ts';

test('the draft of an edited role is not that of the role after a colleague’s change', () => {
  const role: Role = {
    id: 'r1',
    name: 'Desk',
    permissions: ['log.read'],
    isBuiltIn: false,
    people: 1,
    isOwn: false,
  };
  const names = [null, role, { ...role, name: 'Front desk' }, { ...role, permissions: [] }].map(roleDraft);
  expect(new Set(names).size).toBe(4);
  expect(roleDraft({ ...role, people: 2 })).toBe(roleDraft(role));
});
