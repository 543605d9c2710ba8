import { paths } from '../paths/paths.ts';
import { AccountDeletion, DeletionForm } from '../schemas/account-deletion.ts';
import { CustomerData } from '../schemas/customer-data.ts';
import { call, one } from './call.ts';

/** Calls of the team for a person who asks for their own data by phone. The team never sees the file's content. */
export const customerDataCalls = {
  readCustomerData: call({
    ...paths.readCustomerData,
    summary: 'Whether a file of everything that is kept of a person is there, and whether their account goes',
    params: one,
    answer: CustomerData,
    errors: ['not_found'],
  }),
  requestCustomerData: call({
    ...paths.requestCustomerData,
    summary: 'Has that file made for them, once a day; they alone can take it',
    cost: 'heavy',
    params: one,
    answer: CustomerData,
    errors: ['not_found', 'conflict'],
  }),
  readCustomerDeletion: call({
    ...paths.readCustomerDeletion,
    summary: "What deleting a person's account would do, or will",
    cost: 'heavy',
    params: one,
    answer: AccountDeletion,
    errors: ['not_found'],
  }),
  requestCustomerDeletion: call({
    ...paths.requestCustomerDeletion,
    uncounted: 'owed',
    summary: "Has a person's account deleted after a week, as they asked for",
    cost: 'provider',
    params: one,
    body: DeletionForm,
    answer: CustomerData,
    errors: ['not_found', 'conflict'],
  }),
  keepCustomer: call({
    ...paths.keepCustomer,
    uncounted: 'owed',
    summary: 'Takes that back',
    cost: 'provider',
    params: one,
    answer: CustomerData,
    errors: ['not_found', 'conflict'],
  }),
} as const;
