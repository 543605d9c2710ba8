import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { AccountDeletion, DeletionForm, LeftAtProvider } from '../schemas/account-deletion.ts';
import { call, Done } from './call.ts';

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
    uncounted: 'owed',
    summary: 'Has my account deleted after a week',
    cost: 'provider',
    body: DeletionForm,
    answer: AccountDeletion,
    errors: ['conflict'],
  }),
  keepAccount: call({
    ...paths.keepAccount,
    uncounted: 'owed',
    summary: 'Takes that back',
    cost: 'provider',
    answer: AccountDeletion,
    errors: ['conflict'],
  }),
  listLeftAtProvider: call({
    ...paths.listLeftAtProvider,
    summary: 'What the card provider would not delete of accounts that are deleted; at most 200',
    answer: z.array(LeftAtProvider),
  }),
  settleLeftAtProvider: call({
    ...paths.settleLeftAtProvider,
    uncounted: 'owed',
    summary: 'Notes that a person has seen to it in the provider’s dashboard',
    params: z.object({ id: z.string().check(z.maxLength(100)) }),
    answer: Done,
    errors: ['not_found'],
  }),
} as const;
