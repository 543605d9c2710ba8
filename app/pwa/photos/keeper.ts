import type { QueryKey } from '@tanstack/react-query';
import type { User } from '../../../api/contract/schemas/people.ts';
import { keyOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import { mayKeep } from '../cache/persisted-cache.ts';

/**
 * The person for whom this device stores the photos of a booking's thread: the signed-in person, if the thread
 * itself is stored; otherwise `null`.
 */
export function keeperOf(bookingId: string): string | null {
  const read = <T>(key: QueryKey) => queryClient.getQueryData<T>(key);
  const user = read<User>(keyOf('readUser'));
  return user && mayKeep(keyOf('listMessages', { id: bookingId }), read) ? user.id : null;
}
