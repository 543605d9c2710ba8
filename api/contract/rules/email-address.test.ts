import { expect, test } from 'vitest';
import { isEmailAddress, lowerEmail } from './email-address.ts';

test.each([
  'q&a@example.com',
  'jörg@example.com',
  'ann+home@sub.example.co.uk',
  "o'brien@example.com",
  '用户@例子.广告',
  'अजय@डाटा.भारत',
  'root@localhost',
  'a$b^c|d~e@example.com',
])('%s is an address', (email) => {
  expect(isEmailAddress(email)).toBe(true);
});

test.each([
  '',
  'ann',
  'ann@',
  '@example.com',
  'ann@@example.com',
  'ann lee@example.com',
  'ann@exa mple.com',
  'ann@-example.com',
  'ann@example-.com',
  'ann@example..com',
  'ann\u200b@example.com',
  'ann@example.com\n',
  '<ann@example.com>',
  'a<b>@example.com',
  '\u2800@example.com',
  '\u3164@example.com',
  `${'a'.repeat(250)}@b.co`,
])('%j is no address', (email) => {
  expect(isEmailAddress(email)).toBe(false);
});

test('no letter outside ASCII is lowered to one of ASCII', () => {
  expect(lowerEmail('Kate@EXAMPLE.com')).toBe('kate@example.com');
  expect(lowerEmail('\u212aate@example.com')).toBe('\u212aate@example.com');
  for (let code = 128; code < 0x2ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    if (lowerEmail(letter) !== letter) expect.fail(letter);
  }
});
