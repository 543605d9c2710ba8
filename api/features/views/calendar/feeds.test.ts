import { expect, test } from 'vitest';
import { createFeeds } from './feeds.ts';

const long = 'x'.repeat(12 * 2 ** 20);

test('cached calendars stay within their memory, and the last used ones are kept', async () => {
  const feeds = createFeeds();
  const made: string[] = [];
  const read = (person: string) =>
    feeds.read(person, 'as it is', async () => {
      made.push(person);
      return long;
    });
  for (const person of ['Ann', 'Ben', 'Ann', 'Cleo', 'Ann', 'Cleo', 'Ben']) await read(person);
  expect(made).toEqual(['Ann', 'Ben', 'Cleo', 'Ben']);
});

test('simultaneous readers of one calendar share its text, and a failed one is made again', async () => {
  const feeds = createFeeds();
  let tries = 0;
  const make = async () => {
    tries += 1;
    if (tries === 1) throw new Error('the database is away');
    return 'a calendar';
  };
  await expect(feeds.read('Ann', 'as it is', make)).rejects.toThrow('away');
  const both = await Promise.all([feeds.read('Ann', 'as it is', make), feeds.read('Ann', 'as it is', make)]);
  expect(both.map(({ text }) => text.toString())).toEqual(['a calendar', 'a calendar']);
  expect(tries).toBe(2);
});
