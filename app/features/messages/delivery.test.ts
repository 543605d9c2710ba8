import { expect, test } from 'vitest';
import type { Message } from '../../../api/contract/schemas/messages.ts';
import type { Entry } from '../../pwa/unsent/work.ts';
import { newsOf } from './delivery.ts';

const stored = (clientId: string) => ({ clientId }) as Message;
const queued = (clientId: string, state: Entry['state'] = 'waiting') => ({ clientId, state }) as Entry;
const before = (...ids: string[]) => new Map(ids.map((id) => [id, 'waiting' as const]));

test('a waiting message that is stored now was sent; one that still waits is no news', () => {
  expect(newsOf(before('a'), [stored('a')], [])).toMatchObject({ delivered: true });
  expect(newsOf(before('a'), [], [queued('a')])).toEqual({ delivered: false, refused: undefined });
});

test('a thread that is read for the first time causes no notice', () => {
  expect(newsOf(before(), [stored('a')], [])).toEqual({ delivered: false, refused: undefined });
});

test('a refusal is reported once', () => {
  expect(newsOf(before('a'), [], [queued('a', 'failed')]).refused?.clientId).toBe('a');
  expect(newsOf(new Map([['a', 'failed']]), [], [queued('a', 'failed')]).refused).toBeUndefined();
});

test('a discarded message does not count as sent', () => {
  expect(newsOf(new Map([['a', 'failed']]), [], []).delivered).toBe(false);
});
