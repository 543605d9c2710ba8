import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The parts of a local date, read or set by hand, a date in the zone of the machine, and the day in UTC as a day. */
const byHand =
  /\.[gs]et(UTC)?(FullYear|Month|Date|Day|Hours|Minutes)\(|new Date\([\w.\s]+,|getTimezoneOffset|toLocale(Date|Time)String|toISOString\(\)\s*\.slice\(0, ?(7|10)\)/g;

/** The two modules of local dates, the weekday that both sides need, and the provider's months, which are in UTC. */
const allowed =
  /^app\/lib\/time\/|^api\/core\/wall-clock\.ts$|^api\/contract\/rules\/business\/opening\.ts$|moves\/moves\.rules\.ts$/;
const others = /\.test\.tsx?$|^api\/testing\/|^api\/db\/migrations\/|\/testing\//;

const found = (source: string) => source.match(byHand) ?? [];

test.each([
  'const year = new Date().getFullYear();',
  'next.setUTCDate(1);',
  'new Date(year, month, 1)',
  'new Date().toISOString().slice(0, 10)',
])('finds the arithmetic in %s', (source) => {
  expect(found(source)).toHaveLength(1);
});

test('local dates and times are calculated in one module of the app and one of the server', () => {
  const files = globSync(['{api,app}/**/*.{ts,tsx}', 'sw.ts']).filter(
    (file) => !allowed.test(file) && !others.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.flatMap((file) => found(readFileSync(file, 'utf8')).map((words) => `${file}: ${words}`)),
  ).toEqual([]);
});
