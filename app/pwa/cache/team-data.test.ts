import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { dropWithRights, isOfCustomers } from './team-data.ts';

const userKey = ['/api', 'auth', 'user'];
const ownThread = ['/api', 'bookings', 'own', 'messages'];
const theirs = ['/api', 'bookings', 'theirs', 'messages'];
const customer = ['/api', 'admin', 'users', 'u1'];
const dispatcher = { id: 'dana', role: 'customer', permissions: ['bookings.read', 'customers.read'] };

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(userKey, dispatcher);
  client.setQueryData(['/api', 'bookings'], [{ id: 'own' }]);
  client.setQueryData(ownThread, ['mine']);
  client.setQueryData(theirs, ['Where is my key?']);
  client.setQueryData(customer, { email: 'mai@example.com' });
  dropWithRights(client);
});
const known = () => [ownThread, theirs, customer].map((key) => client.getQueryData(key) !== undefined);

test('a thread of one’s own booking is no customer’s, and everything under the team’s paths is', () => {
  const read = <T>(key: readonly unknown[]) => client.getQueryData<T>(key);
  const found = [ownThread, theirs, customer, ['/api', 'bookings'], ['/api', 'services']].map((key) =>
    isOfCustomers(key, read),
  );
  expect(found).toEqual([false, true, true, false, false]);
});

test('a page forgets what the team reads when the role is taken, or allows less', () => {
  client.setQueryData(userKey, {
    ...dispatcher,
    permissions: ['customers.read', 'bookings.read', 'log.read'],
  });
  expect(known(), 'more rights').toEqual([true, true, true]);
  client.setQueryData(userKey, { ...dispatcher, permissions: ['customers.read', 'bookings.read'] });
  expect(known(), 'fewer rights').toEqual([true, false, false]);
});

test('a page forgets what an administrator read, also if an earlier release stored them', () => {
  client.setQueryData(userKey, { id: 'dana', role: 'admin' });
  client.setQueryData(theirs, ['Where is my key?']);
  client.setQueryData(userKey, { id: 'dana', role: 'customer', permissions: [] });
  expect(known()).toEqual([true, false, false]);
});

test('an open page reads again what it may still see', async () => {
  const queryFn = vi.fn(async () => ({ email: 'mai@example.com' }));
  const observer = new QueryObserver(client, {
    queryKey: customer,
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = observer.subscribe(() => {});
  client.setQueryData(userKey, { ...dispatcher, permissions: ['customers.read'] });
  await vi.waitUntil(() => observer.getCurrentResult().isSuccess && queryFn.mock.calls.length === 1);
  stop();
});

test('the sign-in of another person is no loss of rights', () => {
  client.setQueryData(userKey, { id: 'mia', role: 'customer', permissions: [] });
  expect(known()).toEqual([true, true, true]);
});
