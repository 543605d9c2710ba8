import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import type { AuditEntry, CustomerLine } from '../../../api/contract/schemas/customers.ts';
import { readPage } from '../../lib/api.ts';
import { pagesOf } from '../../lib/cache/pages.ts';
import { searchOf } from '../../lib/search.ts';
import { teamKeyOf } from '../../shared/team-api.ts';
import type { AuditFilter } from './filter.ts';

/** Acts, the newest first; read again at each look. */
export const actsQuery = (filter: AuditFilter) => ({
  ...pagesOf<AuditEntry>(teamKeyOf('listActs'), searchOf(filter)),
  staleTime: 0,
  gcTime: 60_000,
});

const team = '?role=admin&limit=200';

/** The present administrators. */
export const teamQuery = () =>
  queryOptions({
    queryKey: [...teamKeyOf('listCustomers'), `${team}#team`],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<CustomerLine[]> =>
      (await readPage<CustomerLine>(teamKeyOf('listCustomers').join('/') + team, signal)).items,
  });

export const concernedQuery = (id: string) =>
  queryOptions<Answer<'readCustomer'>>({ queryKey: teamKeyOf('readCustomer', { id }) });
