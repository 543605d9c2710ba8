import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bareTexts } from './translated-text.ts';

test.each([
  ['<p>{open && <b>Open</b>} since Monday</p>', 'since Monday'],
  ['<p>Takes {hours}</p>', '{hours}'],
  ['<p>{hours} h</p>', 'h'],
  ["<p><b>Visit</b> {late ? 'late' : null}</p>", "{late ? 'late' : null}"],
  ['<p>{done ? <><Icon /> Saved</> : null}</p>', 'Saved'],
  ['<p><Vouched by={person} /> signed in</p>', 'signed in'],
  ['<p>{first} <b>of two</b></p>', '{first}'],
  ['<p>{parts.map((part) => part)}<b>!</b></p>', '{parts.map((part) => part)}'],
])('finds the text of %s that a translation would break', (jsx, text) => {
  expect(bareTexts(`const a = ${jsx};`)).toContain(`1: ${text}`);
});

test.each([
  'function When({ at, none }) { return at ? <time>{at}</time> : none; }',
  'const When = ({ at, none }) => (at ? <time>{at}</time> : none);',
  'const When = function ({ at, none }) { return at ? <time>{at}</time> : none; };',
  'const When = memo(function When({ at, none }) { return at ? <time>{at}</time> : none; });',
  'const When = memo(({ at, none }) => (at ? <time>{at}</time> : none));',
])('finds the bare text that a component returns: %s', (source) => {
  expect(bareTexts(source)).toHaveLength(1);
});

test.each([
  'function Row({ first }: { first: ReactNode }) { return <p>{first} <b>of two</b></p>; }',
  'const Row = () => { const first = <i>One</i>; return <p>{first} <b>of two</b></p>; };',
  "const Sheet = lazy(() => import('./sheet.tsx'));",
])('knows that a value holds elements: %s', (source) => {
  expect(bareTexts(source)).toEqual([]);
});

test.each([
  '<p>{hours}</p>',
  "<p>{open ? 'Open' : 'Closed'}</p>",
  '<p>{oneText`Takes`}</p>',
  '<p>Read <b>the terms</b> first.</p>',
  '<p><Money cents={cents} /> once, by card.</p>',
  '<p><span>Since</span> {at && <time>{at}</time>}</p>',
  '<div><h2>Visits</h2>{visits.map((visit) => <Visit key={visit.id} />)}{children}</div>',
])('leaves %s alone', (jsx) => {
  expect(bareTexts(`const a = ${jsx};`)).toEqual([]);
});

test('every text of the app that is beside something that changes stands in an element of its own', () => {
  const found = globSync('app/**/*.tsx').flatMap((file) =>
    bareTexts(readFileSync(file, 'utf8')).map((text) => `${file}:${text}`),
  );
  expect(found).toEqual([]);
});
