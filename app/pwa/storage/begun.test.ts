import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const stores = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
};
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', stores());
  vi.stubGlobal('sessionStorage', stores());
  vi.stubGlobal('document', { cookie: 'hearthkeep-in=mia' });
});
afterEach(() => vi.unstubAllGlobals());

test('a stored value of another shape does not count as begun', async () => {
  const { begunNames, hasBegunForms } = await import('./begun.ts');
  for (const text of ['{', 'null', '[]', '{"state":null}', '{"state":{"mia":null}}']) {
    sessionStorage.setItem(begunNames.forms, text);
    expect(hasBegunForms('mia'), text).toBe(false);
  }
});
