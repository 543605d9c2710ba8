import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubDevice } from '../../../pwa/storage/testing/stores.ts';

beforeEach(() => {
  vi.resetModules();
  stubDevice('mia');
});
afterEach(() => vi.unstubAllGlobals());

test('another person’s drafts are removed from the device, and not restored by later typing', async () => {
  const { begunNames, dropOthersBegun } = await import('../../../pwa/storage/begun.ts');
  sessionStorage.setItem(
    begunNames.forms,
    JSON.stringify({
      state: {
        'mia:one_time:s1': { typed: { notes: 'The key is under the fern' } },
        'ben:one_time:s1': { typed: { notes: 'Ring twice' } },
      },
      version: 0,
    }),
  );
  localStorage.setItem(
    begunNames.preferences,
    JSON.stringify({ state: { ben: { values: {} } }, version: 0 }),
  );
  const { draftOf, keepDraft } = await import('./drafts.ts');
  keepDraft('one_time', 's2', { notes: 'Beware of the dog' });
  dropOthersBegun();
  expect(draftOf('one_time', 's1')).toEqual({ notes: 'The key is under the fern' });
  expect(Object.keys(JSON.parse(sessionStorage.getItem(begunNames.forms) ?? '').state)).toEqual([
    'mia:one_time:s1',
    'mia:one_time:s2',
  ]);
  expect(localStorage.getItem(begunNames.preferences)).toBeNull();
});
