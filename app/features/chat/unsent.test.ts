import { afterEach, beforeEach, expect, test } from 'vitest';
import { readUnsent } from '../../pwa/storage/chat-unsent.ts';
import { beginUnsent, endUnsent, keepUnsent, markUnsent, retryUnsent } from './unsent.ts';

beforeEach(() => beginUnsent('robin'));
afterEach(() => endUnsent());

const team = { id: 'mia', isSupport: true };
const kept = () =>
  readUnsent('robin').map(({ content, refused, lastSeenId }) => [content, refused, lastSeenId]);
const idOf = (content: string) =>
  readUnsent('robin').find((unsent) => unsent.content === content)?.clientId ?? '';

test('an answer of the team is kept with the last message that its writer saw, a customer’s without', () => {
  keepUnsent(team, 'In the box', 'm1');
  keepUnsent(team, 'Hello', null);
  keepUnsent({ id: 'robin', isSupport: false }, 'Mine', 'm1');
  expect(kept()).toEqual([
    ['In the box', null, 'm1'],
    ['Hello', null, null],
    ['Mine', null, undefined],
  ]);
  expect(readUnsent('robin').map((unsent) => 'lastSeenId' in unsent)).toEqual([true, true, false]);
});

test('a repeated answer carries what its writer has seen by then, and other answers do not', () => {
  keepUnsent(team, 'In the box', 'm1');
  keepUnsent(team, 'Or the shed', 'm1');
  markUnsent(idOf('In the box'), 'Sam answered meanwhile');
  markUnsent(idOf('Or the shed'), 'Sam answered meanwhile');
  retryUnsent(idOf('In the box'), 'm2');
  expect(kept()).toEqual([
    ['In the box', null, 'm2'],
    ['Or the shed', 'Sam answered meanwhile', 'm1'],
  ]);
});

test('a repeat without a read conversation keeps the earlier last seen message', () => {
  keepUnsent(team, 'In the box', 'm1');
  markUnsent(idOf('In the box'), 'Sam answered meanwhile');
  retryUnsent(idOf('In the box'), undefined);
  expect(kept()).toEqual([['In the box', null, 'm1']]);
});

test('an entry of an older version is repeated with the last message seen by then', () => {
  keepUnsent(team, 'In the box', undefined);
  expect(kept()).toEqual([['In the box', null, undefined]]);
  markUnsent(idOf('In the box'), 'Too fast');
  retryUnsent(idOf('In the box'), 'm2');
  expect(kept()).toEqual([['In the box', null, 'm2']]);
});
