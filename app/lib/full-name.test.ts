import { expect, test } from 'vitest';
import { fullNameOf, initialOf, namesOf } from './full-name.ts';

const email = 'ann@example.com';

test('a person is called by the names that can be seen, else by the address', () => {
  expect(fullNameOf({ firstName: 'Ann', lastName: 'Lee', email })).toBe('Ann Lee');
  expect(fullNameOf({ firstName: '', lastName: 'Lee', email })).toBe('Lee');
  expect(fullNameOf({ firstName: '\u200b', lastName: '\u2800', email })).toBe(email);
  expect(namesOf({ firstName: '\u3164', lastName: 'Lee' })).toBe('Lee');
});

test.each([
  ['ann', 'A'],
  [' émile', 'É'],
  ['e\u0301mile', 'E\u0301'],
  ['👩‍👩‍👧 Family', '👩‍👩‍👧'],
  ['🇦🇺', '🇦🇺'],
  ['王小明', '王'],
  ['\u200bAnn', 'A'],
  ['\u2060\u200e אביב', 'א'],
  ['\u3164', ''],
  ['', ''],
])('the initial of %j is %j', (text, initial) => {
  expect(initialOf(text)).toBe(initial);
});
