import type { QueryKey } from '@tanstack/react-query';
import type { User } from '../../../api/contract/entities.ts';
import { keyOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import { mayKeep } from '../cache/persisted-cache.ts';

/**
 * For whom this device keeps the photos of a booking's thread: for whoever is signed in, where it keeps the thread
 * itself; `null` where it keeps none.
 */
export function keeperOf(bookingId: string): string | null {
  const read = <T>(key: QueryKey) => queryClient.getQueryData<T>(key);
  const user = read<User>(keyOf('readUser'));
  return user && mayKeep(keyOf('listMessages', { id: bookingId }), read) ? user.id : null;
}
