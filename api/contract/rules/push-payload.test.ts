import { expect, test } from 'vitest';
import { isPushPayload } from './push-payload.ts';

const good = { version: 1, id: 'a', title: 'Hello', body: '', href: '/bookings/a', tag: 'booking:a' };

test('only push messages of our own server are accepted', () => {
  expect(isPushPayload(good)).toBe(true);
  expect(isPushPayload({ ...good, person: 'olivia' })).toBe(true);
  for (const strange of [
    null,
    undefined,
    'Hello',
    [],
    {},
    { ...good, version: 2 },
    { ...good, title: '' },
    { ...good, body: 1 },
    { ...good, tag: undefined },
    { ...good, tag: '' },
    { ...good, person: null },
    ...['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''].map(
      (href) => ({
        ...good,
        href,
      }),
    ),
  ])
    expect(isPushPayload(strange), JSON.stringify(strange)).toBe(false);
});
