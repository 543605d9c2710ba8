import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import type { CustomerLine } from '../../../api/contract/schemas/customers.ts';
import { pagesOf } from '../../lib/cache/pages.ts';
import { teamKeyOf } from '../../shared/team-api.ts';

/** Everybody who has a role. */
export const membersQuery = () => ({
  ...pagesOf<CustomerLine>(teamKeyOf('listCustomers'), '?role=admin'),
  staleTime: 0,
});

export const invitationsQuery = () =>
  queryOptions<Answer<'listInvitations'>>({ queryKey: teamKeyOf('listInvitations'), staleTime: 0 });

/** Reads again all that a change of the team may have changed. */
export const readTeamAgain = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [
      teamKeyOf('listRoles'),
      teamKeyOf('listInvitations'),
      teamKeyOf('listCustomers'),
      teamKeyOf('listActs'),
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
