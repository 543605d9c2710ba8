import { expect, test, vi } from 'vitest';
import { share, shareText } from './share.ts';

const booking = {
  id: '7f3a91c2-1111-4222-8333-444455556666',
  notes: 'Address: 12 Banksia Street',
  user: { email: 'ann@example.com' },
  estimatedHours: 3,
  scheduledDate: '2026-11-22T22:30:00.000Z',
  service: {
    id: 's',
    name: 'House cleaning',
    estimatedHours: 3,
    category: { name: 'Cleaning Services', color: 'sky', icon: 'drop' },
  },
};

test('a shared text has the service and the time, and nothing private', () => {
  const text = shareText(booking, 'Australia/Sydney', 'Hearthkeep');
  expect(text).toBe('House cleaning by Hearthkeep: Monday 23 November 2026 at 9:30 am AEDT, about 3 h');
  expect(shareText({ ...booking, scheduledDate: null }, 'UTC', 'Acme')).toBe(
    'House cleaning by Acme: time to be agreed, about 3 h',
  );
});

test('a browser without sharing copies; a closed share sheet is no failure', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await share('x')).toBe('copied');
  expect(writeText).toHaveBeenCalledWith('x');
  vi.stubGlobal('navigator', {
    clipboard: { writeText },
    share: async () => {
      throw new DOMException('closed', 'AbortError');
    },
  });
  expect(await share('x')).toBe('left');
  vi.stubGlobal('navigator', { share: async () => {} });
  expect(await share('x')).toBe('shared');
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('no')) } });
  expect(await share('x')).toBe('failed');
  vi.unstubAllGlobals();
});
