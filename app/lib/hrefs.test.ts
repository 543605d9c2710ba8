import { expect, test } from 'vitest';
import { isAppPage } from '../../api/contract/rules/pages.ts';
import { hrefs } from './hrefs.ts';

test('every address of the app is a known page of the server, which answers 404 to others', () => {
  // The sign-in is the server's own route.
  const { signInTo: _, ...pages } = hrefs;
  for (const href of Object.values(pages)) {
    const { pathname } = new URL(typeof href === 'string' ? href : href('one'), 'http://app');
    expect(isAppPage(pathname), pathname).toBe(true);
  }
});
