import { expect, test } from 'vitest';
import { toldOf } from './chosen-words.ts';

const words = { one: 'Booking confirmed', many: 'bookings confirmed' };
const done = (id: string) => ({ id, refused: null });

test('a notice counts the bookings that an act reached', () => {
  expect(toldOf([done('a')], words)).toEqual({ title: 'Booking confirmed' });
  expect(toldOf([done('a'), done('b')], words)).toEqual({ title: '2 bookings confirmed' });
});

test('a notice names the reasons of those that were refused, each once', () => {
  const refused = [
    { id: 'b', refused: 'Not paid.' },
    { id: 'c', refused: 'Not paid.' },
    { id: 'd', refused: 'Disputed.' },
  ];
  expect(toldOf([done('a'), ...refused], words)).toEqual({
    title: 'Booking confirmed, 3 not',
    description: 'Not paid. Disputed.',
    style: 'destructive',
  });
});
