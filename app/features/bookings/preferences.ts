import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import type { PreferredTime } from '../../../api/contract/schemas/people.ts';
import { keyOf } from '../../lib/api.ts';

const preferencesQuery = () =>
  queryOptions<Answer<'readPreferences'>>({ queryKey: keyOf('readPreferences') });

/** A person's preferences for every visit; a booking works without them if they cannot be read. */
export function usePreferences(wanted: boolean): {
  preferred: PreferredTime | undefined;
  instructions: string;
} {
  const { data } = useQuery({ ...preferencesQuery(), enabled: wanted });
  return { preferred: data?.preferredTime, instructions: data?.specialInstructions ?? '' };
}
