import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { teamKeyOf } from '../../shared/team-api.ts';

/** Read again at each look, because colleagues change it. */
export const rolesQuery = () =>
  queryOptions<Answer<'listRoles'>>({ queryKey: teamKeyOf('listRoles'), staleTime: 0 });
