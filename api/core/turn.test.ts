import { expect, test } from 'vitest';
import { takingTurns, turnsByPerson } from './turn.ts';

/** Work that runs until it is told to end. */
function aWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = {
    begun: false,
    end: resolve,
    fail: reject,
    run() {
      work.begun = true;
      return promise;
    },
  };
  return work;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('two of a person’s works run at once, the others in order, and another person does not wait', async () => {
  const inTurn = turnsByPerson(2);
  const [a, b, c, d] = [aWork(), aWork(), aWork(), aWork()];
  const works = [a, b, c, d];
  const ends = works.map(({ run }) => inTurn('mia', run));
  const other = aWork();
  void inTurn('noah', other.run);
  const begun = () => works.map((work) => work.begun);
  await settled();
  expect([...begun(), other.begun]).toEqual([true, true, false, false, true]);
  b.fail(new Error('no'));
  await expect(ends[1]).rejects.toThrow('no');
  await settled();
  expect(begun()).toEqual([true, true, true, false]);
  a.end('a');
  c.end('c');
  await settled();
  d.end('d');
  expect(await Promise.all([ends[0], ends[2], ends[3]])).toEqual(['a', 'c', 'd']);
  const again = aWork();
  void inTurn('mia', again.run);
  expect(again.begun).toBe(true);
});

test('another person’s work has its turn between two works of one person', async () => {
  const inTurn = turnsByPerson(1);
  const order: string[] = [];
  const works = ['first', 'second', 'third'].map((name) => inTurn('mia', async () => order.push(name)));
  setImmediate(() => order.push('another’s'));
  await Promise.all(works);
  expect(order.slice(0, 2)).toEqual(['first', 'another’s']);
});

test('no more than the limit wait; those beyond it are refused and run nothing', async () => {
  const refusal = () => new Error('too many');
  const inTurn = turnsByPerson(1, { mostWaiting: 1, longestMs: 60_000, refusal });
  const works = Array.from({ length: 3 }, aWork);
  const [first, second, third] = works.map(({ run }) => inTurn('mia', run));
  await expect(third).rejects.toThrow('too many');
  for (const { end } of works) end('done');
  expect(await Promise.all([first, second])).toEqual(['done', 'done']);
  expect(works.map(({ begun }) => begun)).toEqual([true, true, false]);
});

test('a work that waits too long is refused and never runs; the next one has its turn', async () => {
  const refusal = () => new Error('too long');
  const inTurn = turnsByPerson(1, { mostWaiting: 9, longestMs: 20, refusal });
  const works = Array.from({ length: 2 }, aWork);
  const [first, second] = works.map(({ run }) => inTurn('mia', run));
  await expect(second).rejects.toThrow('too long');
  const third = inTurn('mia', async () => 'third');
  works[0]?.end('first');
  expect(await Promise.all([first, third])).toEqual(['first', 'third']);
  expect(works[1]?.begun).toBe(false);
});

test('people take turns, whatever each of them has queued', async () => {
  const inTurn = takingTurns(1);
  const order: string[] = [];
  const { promise: first, resolve: begin } = Promise.withResolvers<void>();
  const queue = (person: string) =>
    inTurn(person, async () => {
      order.push(person);
      if (order.length === 1) await first;
    });
  const all = ['ann', 'ann', 'ann', 'ann', 'bob', 'cy', 'bob'].map(queue);
  begin();
  await Promise.all(all);
  expect(order).toEqual(['ann', 'ann', 'bob', 'cy', 'ann', 'bob', 'ann']);
});
