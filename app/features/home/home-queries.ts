import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { keyOf } from '../../lib/api.ts';

export const bookingsQuery = () => queryOptions<Answer<'listBookings'>>({ queryKey: keyOf('listBookings') });
