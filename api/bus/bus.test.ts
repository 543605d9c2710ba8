import { expect, test } from 'vitest';
import { type Note, payloadsOf } from './bus.ts';

const from = 'a process';
const notesIn = (payloads: string[]): Note[] => payloads.flatMap((payload) => JSON.parse(payload).notes);
const ids = (count: number) => Array.from({ length: count }, (_, n) => `${n}`.padStart(36, '-'));

test('notes are sent together in order, in as few payloads as possible', () => {
  const notes = ids(500).map((conversationId, seq): Note => ({ kind: 'message', conversationId, seq }));
  const payloads = payloadsOf(from, notes);
  expect(notesIn(payloads)).toEqual(notes);
  expect(payloads.length).toBeLessThan(8);
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
});

test('a note too long for one payload is split without a change of meaning', () => {
  const people = ids(600);
  const keys = ids(600).map((id) => `/api/bookings/${id}`);
  const payloads = payloadsOf(from, [
    { kind: 'changed', people, admins: true, keys: ['/api/bookings'] },
    { kind: 'changed', people: ['one'], admins: false, keys },
    { kind: 'ended', sessions: people },
    {
      kind: 'presence',
      of: from,
      version: 7,
      whole: true,
      support: true,
      rooms: people.map((id) => [id, 1, []]),
    },
  ]);
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
  const notes = notesIn(payloads);
  const changed = notes.filter((note) => note.kind === 'changed');
  const toMany = changed.filter((note) => note.keys[0] === '/api/bookings');
  expect(toMany.flatMap((note) => note.people)).toEqual(people);
  expect(toMany.filter((note) => note.admins)).toHaveLength(1);
  expect(changed.filter((note) => note.people[0] === 'one').flatMap((note) => note.keys)).toEqual(keys);
  expect(notes.flatMap((note) => (note.kind === 'ended' ? note.sessions : []))).toEqual(people);
  const presence = notes.filter((note) => note.kind === 'presence');
  expect(presence.flatMap((note) => note.rooms.map(([id]) => id))).toEqual(people);
  expect(presence.map((note) => note.whole)).toEqual([true, ...Array(presence.length - 1).fill(false)]);
});
