import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { freshnessOf } from './shown-freshness.ts';

function makeScreen() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const show = (path: string, readAt?: number) => {
    const queryKey = ['/api', ...path.split('/')];
    if (readAt !== undefined) client.setQueryData(queryKey, {}, { updatedAt: readAt });
    const queryFn = () => new Promise(() => {});
    return new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
  };
  return { client, show };
}

test('the screen is as old as its oldest data; the configuration and hidden data do not count', () => {
  const { client, show } = makeScreen();
  expect(freshnessOf(client).since).toBeNull();
  show('config', 1000);
  expect(freshnessOf(client).since).toBeNull();
  show('bookings', 3000);
  const leave = show('auth/user', 2000);
  expect(freshnessOf(client).since).toBe(2000);
  leave();
  expect(freshnessOf(client).since).toBe(3000);
});

test('an empty page of the team does not show the age of other queries in use', () => {
  const { client, show } = makeScreen();
  show('auth/user', 1000);
  const leave = show('admin/report');
  expect(freshnessOf(client).since).toBeNull();
  leave();
  show('admin/live', 2000);
  expect(freshnessOf(client).since).toBe(1000);
});

test('data that could not be read again stays on screen and counts as old; a refusal is an answer', async () => {
  const { client, show } = makeScreen();
  show('bookings', 1000);
  const fail = (error: Error) =>
    client
      .fetchQuery({
        queryKey: ['/api', 'bookings'],
        queryFn: () => Promise.reject(error),
        staleTime: 0,
        retry: false,
      })
      .catch(() => {});
  expect(freshnessOf(client)).toEqual({ since: 1000, reading: false, failed: false });
  await fail(new ApiError(404, '', 'Not Found', null));
  expect(freshnessOf(client).failed).toBe(false);
  for (const error of [new NetworkError('lost'), new ApiError(503, '', 'Unavailable', null)]) {
    await fail(error);
    expect(freshnessOf(client)).toEqual({ since: 1000, reading: false, failed: true });
  }
});
