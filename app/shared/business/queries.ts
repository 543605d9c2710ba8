import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { keyOf } from '../../lib/api.ts';

/** When and where the business visits, its address and its policies. */
export const businessQuery = () => queryOptions<Answer<'readBusiness'>>({ queryKey: keyOf('readBusiness') });

/** The opening hours as this device knows them; `undefined` until they were read once. */
export const useOpening = (enabled = true): Answer<'readBusiness'> | undefined =>
  useQuery({ ...businessQuery(), enabled }).data;
