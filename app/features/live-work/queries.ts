import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { teamKeyOf } from '../../shared/team-api.ts';

const minuteMs = 60_000;

/**
 * The team's present work. New work becomes due by time alone, so the list is read again every minute while it is
 * looked at.
 */
export const liveWorkQuery = () =>
  queryOptions<Answer<'readLiveWork'>>({ queryKey: teamKeyOf('readLiveWork'), refetchInterval: minuteMs });
