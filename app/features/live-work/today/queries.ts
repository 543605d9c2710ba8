import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../../api/contract/calls/calls.ts';
import { teamKeyOf } from '../../../shared/team-api.ts';

const minuteMs = 60_000;

/** The team's day. Work becomes late by time alone, so it is read again every minute while it is looked at. */
export const todayQuery = () =>
  queryOptions<Answer<'readToday'>>({
    queryKey: teamKeyOf('readToday'),
    staleTime: 0,
    refetchInterval: minuteMs,
  });
