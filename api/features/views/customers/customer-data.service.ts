import type { AccountDeletion } from '../../../contract/schemas/account-deletion.ts';
import type { CustomerData } from '../../../contract/schemas/customer-data.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import {
  keepAccount,
  readAccountDeletion,
  readPlannedDeletion,
  requestAccountDeletion,
} from '../../flows/account-deletion/account-deletion.service.ts';
import { hasGone } from '../../records/account/deletion/deletion-state.service.ts';
import { readDataExport, requestDataExport } from '../data-export/data-export.service.ts';
import { requirePerson } from './customers.service.ts';

type Reading = Pick<Deps, 'db' | 'clock' | 'env'>;
type Acting = Parameters<typeof requestAccountDeletion>[0];

/**
 * The team's handling of a person's own data, for a person who asks by phone; the contract asks for the permission. The team never sees the file's content.
 */
export async function readCustomerData(deps: Reading, id: string): Promise<CustomerData> {
  await requirePerson(deps.db, id);
  const [file, deletion] = await Promise.all([readDataExport(deps, id), readPlannedDeletion(deps, id)]);
  return { file, deletion };
}

/**
 * @throws Refusal `not_found`, `too_many_requests` within a day of the last file, `conflict` if the account is being
 * deleted
 */
export async function requestCustomerData(deps: Acting, actor: Person, id: string): Promise<CustomerData> {
  await requirePerson(deps.db, id);
  if (await hasGone(deps.db, id)) throw new Refusal('conflict', 'This account is deleted.');
  await requestDataExport(deps, id, actor.id);
  return readCustomerData(deps, id);
}

/** The effects of deleting the customer's account. @throws Refusal `not_found` */
export async function readCustomerDeletion(deps: Reading, id: string): Promise<AccountDeletion> {
  await requirePerson(deps.db, id);
  return readAccountDeletion(deps, id);
}

/**
 * @param typed the customer's address, so that no other account is deleted by mistake
 * @throws Refusal `not_found`, `invalid_input` if the address differs, `conflict` if something prevents the deletion
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

/** @throws Refusal `not_found`, `conflict` if the deletion has begun */
export async function keepCustomer(deps: Acting, actor: Person, id: string): Promise<CustomerData> {
  await requirePerson(deps.db, id);
  await keepAccount(deps, id, actor.id);
  return readCustomerData(deps, id);
}
