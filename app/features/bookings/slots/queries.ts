import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../../api/contract/calls/calls.ts';
import type { Slot } from '../../../../api/contract/schemas/visits/slots.ts';
import { call, keyOf } from '../../../lib/api.ts';

/** What a time is looked for. */
export interface WantedVisit {
  serviceId: string;
  /** Of the place; '' while it is unknown. */
  postcode: string;
  /** The booking that moves; it has its own place. */
  bookingId?: string | undefined;
}

/**
 * Whether a service's times can be chosen; the answer is kept for a form that opens without the network, and read again
 * by each that opens with it: nobody tells the customers of another setting of the service or its workers.
 */
export const serviceSlotsQuery = (serviceId: string) =>
  queryOptions<Answer<'readServiceSlots'>>({
    queryKey: keyOf('readServiceSlots', { id: serviceId }),
    staleTime: 0,
  });

/** As far as times are offered. */
const daysAhead = 62;
const freeTimes = 'free-times';

/**
 * The free times, which are old after a moment: they are read whenever a form opens, and kept on no device.
 * @param query.samePerson whether those of the person who came last are marked
 */
export const freeTimesQuery = (
  { serviceId, postcode, bookingId }: WantedVisit,
  { from, samePerson }: { from: string; samePerson: boolean },
) =>
  queryOptions<Slot[]>({
    queryKey: [freeTimes, serviceId, bookingId ?? '', postcode, from, samePerson],
    queryFn: ({ signal }) =>
      call('listSlots', {
        query: {
          ...{ serviceId, from, days: daysAhead },
          ...(samePerson && { samePerson: 'yes' as const }),
          ...(bookingId ? { bookingId } : postcode ? { postcode } : {}),
        },
        signal,
      }),
    staleTime: 30_000,
    refetchOnMount: 'always',
    gcTime: 0,
    // Another place, or the marks, are read while the times of before stay on screen.
    placeholderData: keepPreviousData,
  });

/** The key of all free times of a service. */
export const freeTimesOf = (serviceId: string): string[] => [freeTimes, serviceId];
