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

test('with an answer of the team is kept what its writer had seen; a customer’s says nothing of it', () => {
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

test('a refused answer is tried again with what is seen by then, and no other with it', () => {
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

test('tried again where the conversation is not read, it still says what was seen before', () => {
  keepUnsent(team, 'In the box', 'm1');
  markUnsent(idOf('In the box'), 'Sam answered meanwhile');
  retryUnsent(idOf('In the box'), undefined);
  expect(kept()).toEqual([['In the box', null, 'm1']]);
});

test('one that an older app has kept is tried again with what is seen by then', () => {
  keepUnsent(team, 'In the box', undefined);
  expect(kept()).toEqual([['In the box', null, undefined]]);
  markUnsent(idOf('In the box'), 'Too fast');
  retryUnsent(idOf('In the box'), 'm2');
  expect(kept()).toEqual([['In the box', null, 'm2']]);
});
