import { expect, test } from 'vitest';
import { photoLimits } from '../../contract/rules/photos.ts';
import { createBodies } from './bodies.ts';
import { defaultRates } from './limits.ts';

/** Bodies of senders, and the names of those that were given up, in order. */
function someBodies(bodyBytes: number) {
  const bodies = createBodies({ bodySeconds: 10, bodyBytes });
  const givenUp: string[] = [];
  const send = (sender: string, bytes: number, name = sender) => {
    const body = bodies.begin(sender, () => givenUp.push(name));
    body.add(bytes);
    return body;
  };
  return { givenUp, send };
}
const kB = 1024;

test('a large body past its sender’s share is given up, and a small one makes room for itself', () => {
  const { givenUp, send } = someBodies(1_000 * kB);
  send('mia', 250 * kB, 'the first');
  send('mia', 250 * kB, 'too much');
  expect(givenUp).toEqual(['too much']);
  send('noah', 200 * kB);
  send('mia', 4 * kB, 'small');
  expect(givenUp).toEqual(['too much', 'the first']);
});

test.each(['arrive', 'wait to be decoded'])(
  'large bodies of five senders that take all they can and %s leave room for another’s',
  (stage) => {
    const { givenUp, send } = someBodies(32 * kB * kB);
    const greedy = ['a', 'b', 'c', 'd', 'e'];
    for (const sender of greedy)
      while (!givenUp.includes(sender)) {
        const body = send(sender, 500 * kB);
        if (stage !== 'arrive') body.arrived();
      }
    expect(givenUp).toEqual(greedy);
    const photo = send('another', 1_500 * kB);
    expect(givenUp).toEqual(greedy);
    photo.end();
    for (let n = 0; n < 4; n++) send('another', 1 * kB);
    expect(givenUp, 'small ones arrive anyway').toEqual(greedy);
  },
);

test('bodies that have ended give their room back', () => {
  const { givenUp, send } = someBodies(1_000 * kB);
  for (let n = 0; n < 10; n++) {
    const body = send('mia', 300 * kB);
    body.arrived();
    body.end();
  }
  expect(givenUp).toEqual([]);
});

test('two people can send the largest photos at once', () => {
  const { givenUp, send } = someBodies(defaultRates.bodyBytes);
  send('mia', photoLimits.bytes).arrived();
  send('noah', photoLimits.bytes);
  expect(givenUp).toEqual([]);
});
