import type { AccountDeletion } from '../../contract/account-deletion.ts';
import type { CustomerData } from '../../contract/customer-data.ts';
import type { Person } from '../../core/person.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Deps } from '../../deps.ts';
import { hasGone } from '../account/leaving.service.ts';
import {
  keepAccount,
  readAccountDeletion,
  readPlannedDeletion,
  requestAccountDeletion,
} from '../account-deletion/account-deletion.service.ts';
import { readDataExport, requestDataExport } from '../data-export/data-export.service.ts';
import { requirePerson } from './customers.service.ts';

type Reading = Pick<Deps, 'db' | 'clock' | 'env'>;
type Acting = Parameters<typeof requestAccountDeletion>[0];

/**
 * What the team does with a person's own data for someone who asks by phone; the contract's table lets only
 * administrators call it. What stands in the file they never see.
 */
export async function readCustomerData(deps: Reading, id: string): Promise<CustomerData> {
  await requirePerson(deps.db, id);
  const [file, deletion] = await Promise.all([readDataExport(deps, id), readPlannedDeletion(deps, id)]);
  return { file, deletion };
}

/** @throws Refusal `not_found`, `too_many_requests` within a day of the one before, `conflict` for whoever is gone */
export async function requestCustomerData(deps: Acting, actor: Person, id: string): Promise<CustomerData> {
  await requirePerson(deps.db, id);
  if (await hasGone(deps.db, id)) throw new Refusal('conflict', 'This account is deleted.');
  await requestDataExport(deps, id, actor.id);
  return readCustomerData(deps, id);
}

/** What deleting their account would do, or will. @throws Refusal `not_found` */
export async function readCustomerDeletion(deps: Reading, id: string): Promise<AccountDeletion> {
  await requirePerson(deps.db, id);
  return readAccountDeletion(deps, id);
}

/**
 * @param typed the customer's address, so that nobody else is deleted by a slip
 * @throws Refusal `not_found`, `invalid_input` where that is another's, `conflict` where something stands in its way
 */
export async function requestCustomerDeletion(
  deps: Acting,
  actor: Person,
  id: string,
  typed: string,
): Promise<CustomerData> {
  await requirePerson(deps.db, id);
  await requestAccountDeletion(deps, id, typed, actor.id);
  return readCustomerData(deps, id);
}

/** @throws Refusal `not_found`, `conflict` where it has begun */
export async function keepCustomer(deps: Acting, actor: Person, id: string): Promise<CustomerData> {
  await requirePerson(deps.db, id);
  await keepAccount(deps, id, actor.id);
  return readCustomerData(deps, id);
}
