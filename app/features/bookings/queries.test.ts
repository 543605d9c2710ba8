import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Booking, BookingDetail } from '../../../api/contract/schemas/bookings.ts';
import { keepChanged, keepListed } from '../../lib/cache/keep-changed.ts';
import { userQuery } from '../../lib/session.ts';
import { endOffer, isOfferDue } from '../../pwa/push/push-offer.ts';
import { aStore } from '../../pwa/storage/testing/stores.ts';
import { aBooking } from '../../shared/bookings/testing/a-booking.ts';
import { bookingQuery, bookingsQuery, caughtUp, detailOf, isBehind, joined, keepBooking } from './queries.ts';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', aStore(stored));
beforeEach(() => stored.clear());

const booking = (id: string, status: Booking['status'] = 'pending') => aBooking(id, { status });

test('a new booking comes first in the list, once', () => {
  const client = new QueryClient();
  client.setQueryData(bookingsQuery().queryKey, [booking('a')]);
  keepBooking(client, booking('b'));
  keepBooking(client, booking('b', 'scheduled'));
  expect(client.getQueryData(bookingsQuery().queryKey)?.map((b) => [b.id, b.status])).toEqual([
    ['b', 'scheduled'],
    ['a', 'pending'],
  ]);
});

test('a booking makes the offer of notifications due, until it was made', () => {
  const client = new QueryClient();
  expect(isOfferDue()).toBe(false);
  keepBooking(client, booking('a'));
  expect(isOfferDue()).toBe(true);
  endOffer();
  keepBooking(client, booking('b'));
  expect(isOfferDue()).toBe(false);
});

test('a list that was never read is not created from one booking', () => {
  const client = new QueryClient();
  keepBooking(client, booking('b'));
  expect(client.getQueryData(bookingsQuery().queryKey)).toBeUndefined();
});

test('a booking known only from the list is readable, without its changes', () => {
  expect(detailOf(undefined, booking('a'))).toMatchObject({ id: 'a', statusChanges: [] });
  expect(
    detailOf({ ...(detailOf(undefined, booking('a', 'completed')) as BookingDetail) }, booking('a'))?.status,
  ).toBe('completed');
  expect(detailOf(undefined, undefined)).toBeUndefined();
});

test('a newer state in the list replaces the one in a booking’s own answer', () => {
  const life = [{ from: 'pending', to: 'scheduled', at: '2026-11-02T00:00:00.000Z', byTeam: true }] as never;
  const changes = { freeUntil: null, cancel: { outcome: 'release', hours: 1 }, mayReschedule: true } as never;
  const answer = { ...detailOf(undefined, booking('a', 'scheduled')), statusChanges: life, changes };
  const detail = answer as BookingDetail;
  const read = <T>(data: T, dataUpdatedAt: number) => ({ data, dataUpdatedAt });
  const done = booking('a', 'completed');
  expect(isBehind(read(detail, 1), read(done, 2))).toBe(true);
  expect(isBehind(read(detail, 2), read(done, 1))).toBe(false);
  expect(isBehind(read(detail, 1), read(booking('a', 'scheduled'), 2))).toBe(false);
  expect(isBehind(read(detail, 1), read({ ...detail, scheduledDate: '2026-12-01T00:00:00.000Z' }, 2))).toBe(
    true,
  );
  expect(isBehind(read(undefined, 0), read(done, 2))).toBe(false);
  expect(isBehind(read(detail, 1), read(undefined, 2))).toBe(false);
  // Its offers stay while it is read again; without a network they may be outdated.
  expect(caughtUp(detail, done, false)).toEqual({ ...detail, status: 'completed' });
  expect(caughtUp(detail, done, true)).toMatchObject({
    status: 'completed',
    statusChanges: life,
    changes: { cancel: null, mayReschedule: false },
  });
});

test('a change appears in the list and on the booking’s own page, and the hours are read again', async () => {
  const client = new QueryClient();
  client.setQueryData(bookingsQuery().queryKey, [booking('a'), booking('b'), booking('c')]);
  client.setQueryData(userQuery().queryKey, { id: 'u' } as never);
  // Offers appear on the booking’s own page alone.
  const offered = { terms: { missingHours: 1 } } as Partial<BookingDetail>;
  const detail = { ...detailOf(undefined, booking('b', 'cancelled')), ...offered } as BookingDetail;
  await keepChanged(client, detail);
  expect(client.getQueryData(bookingsQuery().queryKey)).toEqual([
    booking('a'),
    booking('b', 'cancelled'),
    booking('c'),
  ]);
  expect(client.getQueryData(bookingQuery('b').queryKey)).toEqual(detail);
  expect(client.getQueryState(userQuery().queryKey)?.isInvalidated).toBe(true);
});

test('the list takes a booking’s newer state from its own answer, and keeps its age', async () => {
  const client = new QueryClient();
  const { queryKey } = bookingsQuery();
  const detail = { ...detailOf(undefined, booking('b', 'scheduled')) } as BookingDetail;
  keepListed(client, detail, 2);
  expect(client.getQueryData(queryKey)).toBeUndefined();
  client.setQueryData(queryKey, [booking('a'), booking('b')], { updatedAt: 1 });
  await client.invalidateQueries({ queryKey, refetchType: 'none' });
  keepListed(client, detail, 2);
  expect(client.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: 1, isInvalidated: true });
  expect(client.getQueryData(queryKey)).toEqual([booking('a'), booking('b', 'scheduled')]);
  // A list that was read later is newer.
  client.setQueryData(queryKey, [booking('b', 'completed')], { updatedAt: 3 });
  keepListed(client, detail, 2);
  expect(client.getQueryData(queryKey)).toEqual([booking('b', 'completed')]);
});

test('a read that began before the change does not restore the old state', async () => {
  const client = new QueryClient();
  let answer = (_: BookingDetail) => {};
  const old = { ...detailOf(undefined, booking('b')) } as BookingDetail;
  const reading = client
    .fetchQuery({
      ...bookingQuery('b'),
      queryFn: () =>
        new Promise<BookingDetail>((resolve) => {
          answer = resolve;
        }),
    })
    .catch(() => {});
  await keepChanged(client, { ...old, status: 'cancelled' });
  answer(old);
  await reading;
  expect(client.getQueryData(bookingQuery('b').queryKey)?.status).toBe('cancelled');
});

test('earlier pages follow the first, each booking once', () => {
  const pages = [
    { items: [booking('b'), booking('c')], next: null },
    { items: [booking('d')], next: null },
  ];
  expect(joined([booking('a'), booking('b')], pages).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});
