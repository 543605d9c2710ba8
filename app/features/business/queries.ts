import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { searchOf } from '../../lib/search.ts';
import { teamCall, teamKeyOf } from '../../shared/team-api.ts';

export const settingsQuery = () =>
  queryOptions<Answer<'readBusinessSettings'>>({ queryKey: teamKeyOf('readBusinessSettings'), staleTime: 0 });

export const holidaysQuery = (region: { country: string; state: string; year: number }) =>
  queryOptions<Answer<'listHolidays'>>({
    queryKey: [
      ...teamKeyOf('listHolidays'),
      searchOf({ country: region.country, state: region.state, year: String(region.year) }),
    ],
  });

/** The open bookings that an opening not yet published would leave outside. */
export const previewQuery = (
  opening: Pick<Answer<'readBusinessSettings'>, 'week' | 'closedDays' | 'postcodes'>,
) =>
  queryOptions({
    queryKey: [...teamKeyOf('previewOpening'), JSON.stringify(opening)],
    queryFn: () => teamCall('previewOpening', { body: opening }),
    gcTime: 0,
  });
