import { expect, test } from 'vitest';
import type { Entry } from './database.ts';
import { outcomeOf } from './send.ts';

const entry = { clientId: 'c1' } as Entry;
const outcome = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  outcomeOf(entry, status, new Headers(headers), typeof body === 'string' ? body : JSON.stringify(body)).kind;

test('stored is what the server answers under the message’s own id', () => {
  expect(outcome(200, { id: 'm', clientId: 'c1' })).toBe('stored');
});

test('what something in between answers is no answer, whatever its status', () => {
  for (const body of [
    { ok: true },
    { id: 'm', clientId: 'another' },
    null,
    'true',
    '<html>Welcome</html>',
    '',
  ])
    expect(outcome(200, body), JSON.stringify(body)).toBe('no-network');
  expect(outcome(403, { blocked: 'by the hotel' })).toBe('no-network');
  expect(outcome(404, '<html>')).toBe('no-network');
});

test('a refusal says why; 401 waits for the person; 429 and 5xx wait as long as they say', () => {
  const refusal = JSON.stringify({ code: 'not_found', message: 'Booking not found' });
  expect(outcomeOf(entry, 404, new Headers(), refusal)).toEqual({
    kind: 'refused',
    reason: 'Booking not found',
  });
  expect(outcome(401, { code: 'unauthorized' })).toBe('signed-out');
  expect(outcomeOf(entry, 429, new Headers({ 'retry-after': '7' }), '')).toEqual({
    kind: 'later',
    afterMs: 7000,
  });
  expect(outcomeOf(entry, 503, new Headers(), '<html>')).toEqual({ kind: 'later', afterMs: null });
});
