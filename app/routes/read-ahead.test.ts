import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { Booking, BookingDetail } from '../../api/contract/schemas/bookings.ts';
import { bookingQuery, bookingsQuery } from '../features/bookings/queries.ts';
import { readAhead } from './read-ahead.ts';

const booking = (id: string, status: Booking['status'], scheduledDate: string | null = null) =>
  ({ id, status, scheduledDate, createdAt: '2026-11-01T00:00:00.000Z' }) as Booking;

afterEach(() => vi.unstubAllGlobals());

/** A device that has read this list, and its requests to the server. */
function aDevice(bookings: Booking[], fails = (_path: string) => false) {
  const reads: string[] = [];
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        queryFn: async ({ queryKey }) => {
          const path = queryKey.join('/').replace('/api/bookings/', '');
          if (fails(path)) throw new Error('The network did not answer');
          reads.push(path);
          if (path === '/api/homes') return { homes: [], suggested: [] };
          return path.endsWith('/messages') ? [] : bookings.find(({ id }) => id === path);
        },
      },
    },
  });
  client.setQueryData(bookingsQuery().queryKey, bookings);
  return { client, reads: () => reads.splice(0) };
}

test('the next five visits are read with their threads, the soonest first, and once', async () => {
  const days = ['06', '02', '05', '01', '04', '03'];
  const { client, reads } = aDevice([
    booking('waits', 'pending'),
    ...days.map((day) => booking(day, 'scheduled', `2026-12-${day}T00:00:00.000Z`)),
    booking('done', 'completed', '2026-12-01T00:00:00.000Z'),
    booking('off', 'cancelled', '2026-12-01T00:00:00.000Z'),
  ]);
  await readAhead(client);
  expect(reads()).toEqual([
    ...['01', '02', '03', '04', '05'].flatMap((id) => [id, `${id}/messages`]),
    '/api/homes',
  ]);
  await readAhead(client);
  expect(reads()).toEqual([]);
});

test('a visit with a newer state in the list is read again', async () => {
  const [moved, same] = [booking('moved', 'scheduled'), booking('same', 'scheduled')];
  const { client, reads } = aDevice([moved, same]);
  await readAhead(client);
  reads();
  const before = { ...moved, status: 'pending' } as BookingDetail;
  client.setQueryData(bookingQuery('moved').queryKey, before, { updatedAt: 1 });
  client.setQueryData(bookingQuery('same').queryKey, same as BookingDetail, { updatedAt: 1 });
  await readAhead(client);
  expect(reads()).toEqual(['moved', 'moved/messages']);
});

test('the next start continues after a lost network; without a read list nothing is read', async () => {
  let away = true;
  const { client, reads } = aDevice(
    [booking('a', 'pending'), booking('b', 'pending')],
    (path) => away && path === 'a/messages',
  );
  await expect(readAhead(client)).rejects.toThrow('The network did not answer');
  expect(reads()).toEqual(['a']);
  away = false;
  await readAhead(client);
  expect(reads()).toEqual(['a/messages', 'b', 'b/messages', '/api/homes']);
  client.clear();
  await readAhead(client);
  expect(reads()).toEqual([]);
});

test('the photo of who comes is fetched, for which the worker keeps it', async () => {
  const paths: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path);
    return new Response();
  });
  const worker = { name: 'Ana', picture: 'photo' };
  const { client } = aDevice([{ ...booking('a', 'scheduled'), worker }, booking('b', 'scheduled')]);
  await readAhead(client);
  expect(paths).toEqual(['/api/pictures/photo?size=small']);
});
