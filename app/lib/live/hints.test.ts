import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Hints, means, pathOf } from './hints.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A cache in which every read is counted and answers with its number, after `ms`. */
function makeCache({
  ms = 10,
  seen = () => true,
  sending,
}: {
  ms?: number;
  seen?: () => boolean;
  sending?: () => boolean;
} = {}) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const reads: string[] = [];
  const show = (
    queryKey: readonly unknown[],
    { enabled = true, path }: { enabled?: boolean; path?: string } = {},
  ) => {
    const observer = new QueryObserver(client, {
      queryKey: [...queryKey],
      enabled,
      ...(path && { meta: { path } }),
      queryFn: async () => {
        reads.push(queryKey.join('/'));
        const answer = reads.length;
        await new Promise((resolve) => setTimeout(resolve, ms));
        return answer;
      },
    });
    observer.subscribe(() => {});
    return observer;
  };
  return { client, reads, show, hints: new Hints(client, seen, sending) };
}

test('a key is the path that it reads, without its search', () => {
  expect(pathOf(['/api', 'bookings'])).toBe('/api/bookings');
  expect(pathOf(['/api', 'admin', 'bookings', '?status=pending'])).toBe('/api/admin/bookings');
  expect(pathOf(['/api', 'admin', 'bookings?status=pending'])).toBe('/api/admin/bookings');
  expect(pathOf(['bookings', 'earlier'])).toBeNull();
});

test('a hint covers exactly its path, or with a final slash everything beneath it', () => {
  expect(means('/api/hours', '/api/hours')).toBe(true);
  expect(means('/api/hours', '/api/hours/statement')).toBe(false);
  expect(means('/api/hours/', '/api/hours/statement')).toBe(true);
  expect(means('/api/hours/', '/api/hours')).toBe(false);
});

test('a visible query is read at once, a hidden one when it is shown', async () => {
  const { reads, show, hints } = makeCache();
  show(['/api', 'bookings']);
  const hidden = show(['/api', 'hours']);
  const other = show(['/api', 'services']);
  await vi.advanceTimersByTimeAsync(20);
  hidden.setOptions({ ...hidden.options, enabled: false });
  reads.splice(0);
  hints.hear(['/api/bookings', '/api/hours']);
  await vi.advanceTimersByTimeAsync(20);
  expect(reads).toEqual(['/api/bookings']);
  hidden.setOptions({ ...hidden.options, enabled: true });
  await vi.advanceTimersByTimeAsync(20);
  expect(reads).toEqual(['/api/bookings', '/api/hours']);
  expect(other.getCurrentResult().isStale).toBe(false);
});

test('lists whose key is no path are read by the path that they name', async () => {
  const { reads, show, hints } = makeCache();
  show(['bookings', 'earlier'], { path: '/api/bookings' });
  await vi.advanceTimersByTimeAsync(20);
  hints.hear(['/api/bookings']);
  await vi.advanceTimersByTimeAsync(20);
  expect(reads).toHaveLength(2);
});

test('a read that began before the change is followed by another', async () => {
  const { reads, show, hints } = makeCache({ ms: 100 });
  const shown = show(['/api', 'bookings']);
  await vi.advanceTimersByTimeAsync(50);
  hints.hear(['/api/bookings']);
  await vi.advanceTimersByTimeAsync(60);
  expect(reads).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(100);
  expect(shown.getCurrentResult().data).toBe(2);
});

test('a busy hour causes two reads a second at most', async () => {
  const { reads, show, hints } = makeCache();
  show(['/api', 'bookings']);
  await vi.advanceTimersByTimeAsync(20);
  reads.splice(0);
  for (let i = 0; i < 100; i += 1) {
    hints.hear(['/api/bookings']);
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(reads.length).toBeLessThanOrEqual(5);
});

test('an app out of sight reads nothing, and reads changed queries when it is back', async () => {
  let seen = false;
  const { reads, show, hints } = makeCache({ seen: () => seen });
  show(['/api', 'bookings']);
  await vi.advanceTimersByTimeAsync(20);
  hints.hear(['/api/bookings']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(reads).toHaveLength(1);
  seen = true;
  hints.seen();
  await vi.advanceTimersByTimeAsync(20);
  expect(reads).toHaveLength(2);
});

test('a change of the person’s own is waited for, but not for ever', async () => {
  const { client, reads, show, hints } = makeCache();
  show(['/api', 'preferences']);
  await vi.advanceTimersByTimeAsync(20);
  const mutate = (ms: number) =>
    client
      .getMutationCache()
      .build(client, { mutationFn: () => new Promise<void>((resolve) => setTimeout(resolve, ms)) })
      .execute(undefined);
  void mutate(400);
  hints.hear(['/api/preferences']);
  await vi.advanceTimersByTimeAsync(350);
  expect(reads).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(reads).toHaveLength(2);
  void mutate(60_000);
  hints.hear(['/api/preferences']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reads).toHaveLength(3);
});

test('hints caused by the outbox are handled every three seconds while it is sent, and at its end', async () => {
  let sending = true;
  const { reads, show, hints } = makeCache({ sending: () => sending });
  show(['/api', 'bookings', 'b1', 'messages']);
  await vi.advanceTimersByTimeAsync(20);
  reads.splice(0);
  for (let i = 0; i < 10; i += 1) {
    hints.hear(['/api/bookings/b1/messages']);
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(reads).toHaveLength(1);
  sending = false;
  await vi.advanceTimersByTimeAsync(200);
  expect(reads).toHaveLength(2);
});
