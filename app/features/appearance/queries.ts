import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { teamKeyOf } from '../../shared/team-api.ts';

export const textSettingsQuery = () =>
  queryOptions<Answer<'readTextSettings'>>({ queryKey: teamKeyOf('readTextSettings'), staleTime: 0 });

export const lookSettingsQuery = () =>
  queryOptions<Answer<'readLookSettings'>>({ queryKey: teamKeyOf('readLookSettings'), staleTime: 0 });
