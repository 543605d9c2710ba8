import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls.ts';
import { keyOf } from '../../lib/api.ts';

const minuteMs = 60_000;

/** What the team is doing. Time alone brings new work near, so that it is read again every minute while it is looked at. */
export const liveWorkQuery = () =>
  queryOptions<Answer<'readLiveWork'>>({ queryKey: keyOf('readLiveWork'), refetchInterval: minuteMs });
