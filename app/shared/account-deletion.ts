import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../api/contract/calls/calls.ts';
import { keyOf } from '../lib/api.ts';

/** Read again at each look, because its figures belong to the day. */
export const accountDeletionQuery = () =>
  queryOptions<Answer<'readAccountDeletion'>>({ queryKey: keyOf('readAccountDeletion'), staleTime: 0 });
