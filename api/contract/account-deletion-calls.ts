import { AccountDeletion, DeletionForm } from './account-deletion.ts';
import { call } from './call.ts';
import { paths } from './paths.ts';

/** The end of a person's account. */
export const accountDeletionCalls = {
  readAccountDeletion: call({
    ...paths.readAccountDeletion,
    summary: 'What deleting my account would do, or will',
    cost: 'heavy',
    answer: AccountDeletion,
  }),
  requestAccountDeletion: call({
    ...paths.requestAccountDeletion,
    summary: 'Has my account deleted after a week',
    cost: 'provider',
    body: DeletionForm,
    answer: AccountDeletion,
    errors: ['conflict'],
  }),
  keepAccount: call({
    ...paths.keepAccount,
    summary: 'Takes that back',
    cost: 'provider',
    answer: AccountDeletion,
    errors: ['conflict'],
  }),
} as const;
