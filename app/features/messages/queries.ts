import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { keyOf } from '../../lib/api.ts';

export const threadQuery = (bookingId: string) =>
  queryOptions<Answer<'listMessages'>>({ queryKey: keyOf('listMessages', { id: bookingId }) });
