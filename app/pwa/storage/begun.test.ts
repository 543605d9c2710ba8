import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubDevice } from './testing/stores.ts';

beforeEach(() => {
  vi.resetModules();
  stubDevice('mia');
});
afterEach(() => vi.unstubAllGlobals());

test('a stored value of another shape does not count as begun', async () => {
  const { begunNames, hasBegunForms } = await import('./begun.ts');
  for (const text of ['{', 'null', '[]', '{"state":null}', '{"state":{"mia":null}}']) {
    sessionStorage.setItem(begunNames.forms, text);
    expect(hasBegunForms('mia'), text).toBe(false);
  }
});
