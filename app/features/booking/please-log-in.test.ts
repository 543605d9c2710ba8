import { beforeEach, expect, test, vi } from 'vitest';
import type { User } from '../../../api/contract/entities.ts';

const toast = vi.fn();
const signIn = vi.fn();
vi.mock('../../ui/toast.tsx', () => ({ toast }));
vi.mock('../../lib/session.ts', () => ({ signIn }));
const { isSignedIn } = await import('./please-log-in.ts');
beforeEach(() => vi.clearAllMocks());

test.each([
  ['book', 'You must be logged in to book services'],
  ['request', 'You must be logged in to request custom services'],
] as const)('who is not signed in is asked to log in: %s', (purpose, description) => {
  expect(isSignedIn(null, purpose)).toBe(false);
  expect(toast.mock.calls).toEqual([[{ title: 'Please log in', description }]]);
  expect(signIn).toHaveBeenCalledOnce();
});

test('who is signed in is not', () => {
  expect(isSignedIn({ id: 'a' } as User, 'book')).toBe(true);
  expect(toast).not.toHaveBeenCalled();
  expect(signIn).not.toHaveBeenCalled();
});
