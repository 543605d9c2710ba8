import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import { memberPages, visitorPages } from './pages.tsx';

test('every page of a signed-in person has an answer for a visitor other than “Page Not Found”', () => {
  const known = visitorPages.filter(({ path }) => path !== '*');
  const unknown = memberPages.filter(
    ({ path }) => path !== '*' && !known.some((page) => matchPath(page.path, path)),
  );
  expect(unknown.map(({ path }) => path)).toEqual([]);
});
