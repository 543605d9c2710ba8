import { expect, test } from 'vitest';
import { firstLook } from '../../../contract/rules/look/look.ts';
import { palettesOf } from '../../../contract/rules/look/palettes.ts';
import { htmlLetter } from './html-letter.ts';
import { greetingOf, textLetter } from './letter.ts';
import type { LetterContent } from './letter-content.ts';
import { compose } from './letters.ts';

const business = {
  PUBLIC_URL: 'https://hearthkeep.example',
  BUSINESS_NAME: 'Hearthkeep',
  BUSINESS_TIME_ZONE: 'Australia/Sydney',
  SUPPORT_PHONE: '1300 000 000',
};
const html = (letter: LetterContent, colours = firstLook.colours, name = 'Hearthkeep') =>
  htmlLetter({ ...business, BUSINESS_NAME: name }, { palettes: palettesOf(colours), hasMark: true }, letter);

const evil = '<img src=x onerror=alert(1)>"\'&';
const full: LetterContent = {
  subject: 'Your payment',
  greeting: greetingOf({ first_name: 'Mia' }),
  sentences: ['First.', 'Second.'],
  about: ['Gutter cleaning', 'Tuesday 1 December 2026 at 9:30 am (Sydney time)'],
  facts: [{ label: 'Paid', value: '$189.00' }],
  items: [{ title: 'Mowing', detail: 'Tomorrow', path: '/bookings/2' }],
  reason: 'It rained.',
  action: { label: 'See it', path: '/bookings/1' },
  choice: { sentence: 'You get booking updates by e-mail.', path: '/profile?tab=preferences' },
};

test('the plain text has all parts of a letter, in blocks', () => {
  expect(textLetter(business, full)).toBe(`Hello Mia,

First.
Second.

  Gutter cleaning
  Tuesday 1 December 2026 at 9:30 am (Sydney time)

  Paid: $189.00

  Mowing
  Tomorrow
  https://hearthkeep.example/bookings/2

The team’s reason: It rained.

See it:
https://hearthkeep.example/bookings/1

Hearthkeep · 1300 000 000

You get booking updates by e-mail. To change that:
https://hearthkeep.example/profile?tab=preferences
`);
});

test('the HTML has the same parts, loads nothing and has at most 20 kB', () => {
  const page = html(full);
  for (const part of [
    'Hello Mia,',
    'Second.',
    'Gutter cleaning',
    '9:30 am',
    '$189.00',
    'Mowing',
    'It rained.',
  ])
    expect(page).toContain(part);
  expect([...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'https://hearthkeep.example/bookings/2',
    'https://hearthkeep.example/bookings/1',
    'tel:1300000000',
    'https://hearthkeep.example/profile?tab=preferences',
  ]);
  expect(page).not.toMatch(/<(script|link|iframe)|url\(|@import/);
  expect(page.match(/<img [^>]*>/g)).toEqual([expect.stringMatching(/ src="cid:mark@letter" .* alt="" /)]);
  expect(Buffer.byteLength(page)).toBeLessThan(20_000);
});

test('nobody’s words become markup, whichever part of a letter they stand in', () => {
  const page = html(
    {
      subject: evil,
      greeting: greetingOf({ first_name: evil }),
      sentences: [evil],
      about: [evil, evil],
      facts: [{ label: evil, value: evil }],
      items: [{ title: evil, detail: evil, path: `/${evil}` }],
      reason: evil,
      action: { label: evil, path: `/${evil}` },
      choice: { sentence: evil, path: `/${evil}` },
    },
    firstLook.colours,
    evil,
  );
  expect(page.split('<img').length - 1).toBe(1);
  expect(page).not.toMatch(/onerror=alert\(1\)>"/);
  expect(page.split('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;').length - 1).toBe(18);
});

test('a letter has the colours of the brand, and others in the dark', () => {
  const page = html(full, { primary: '#1d3f8f', accent: '#8f1d3f' });
  const { light, dark } = palettesOf({ primary: '#1d3f8f', accent: '#8f1d3f' });
  expect(page).toContain(`class="l-button" style="background-color:${light.pine}`);
  expect(page).toContain(`.l-button{background-color:${dark.pine}!important}`);
  expect(page).toContain('@media (prefers-color-scheme:dark)');
  expect(page).toContain('<meta name="color-scheme" content="light dark">');
  expect(page).not.toContain('#17493c');
});

test('a name that reads from right to left does not turn the words around it', () => {
  expect(greetingOf({ first_name: 'משה' })).toBe('Hello \u2068משה\u2069,');
  expect(greetingOf({ first_name: '' })).toBe('Hello there,');
  const facts = {
    email: '',
    email_verified: 1,
    issuer: '',
    first_name: 'Mia',
    last_name: '',
    service_name: 'ניקוי',
    status: 'scheduled',
    scheduled_date: null,
    window_minutes: null,
    last_change: null,
    last_move: null,
    quote_id: null,
    quote_until: null,
    bookingId: '1',
    moved: null,
    act: null,
    returned: null,
    isAboutMoney: false,
    withdrawn: false,
    extra: undefined,
    workers: ['משה'],
    isOther: false,
    replyTime: '',
  } as const;
  const letter = compose(
    'booking_update',
    facts,
    { ...business, CURRENCY: 'aud' },
    new Date('2026-11-20T00:00:00.000Z'),
  );
  expect(textLetter(business, letter)).toContain('  \u2068ניקוי\u2069\n  \u2068משה\u2069 comes to you\n');
});
