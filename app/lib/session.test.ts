import { expect, test } from 'vitest';
import type { User } from '../../api/contract/schemas/people.ts';
import { ApiError, NetworkError } from './api.ts';
import { sessionOf } from './session.ts';

const user = { id: 'u', firstName: 'Mia' } as User;

test('only a 401 is a sign-out', () => {
  const refused = new ApiError(401, '{"code":"unauthorized","message":"Unauthorized"}', '', null);
  expect(sessionOf({ data: user, error: refused, pending: false })).toEqual({ user: null, status: 'out' });
});

test('a read that failed by the network keeps the stored person', () => {
  expect(sessionOf({ data: user, error: new NetworkError('lost'), pending: false }).status).toBe('in');
  expect(sessionOf({ data: user, error: new ApiError(500, '', 'oops', null), pending: false }).status).toBe(
    'in',
  );
});

test('no person is known before the first answer', () => {
  expect(sessionOf({ data: undefined, error: null, pending: true }).status).toBe('loading');
  expect(sessionOf({ data: undefined, error: new NetworkError('lost'), pending: false }).status).toBe(
    'unreachable',
  );
  expect(sessionOf({ data: undefined, error: null, pending: false }).status).toBe('out');
});
