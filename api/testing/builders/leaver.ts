import { accountDeletions } from '../../jobs/account-deletions.ts';
import type { TestServer } from '../servers/server.ts';
import { aUser } from './builders.ts';

/** A person who may ask for the deletion of their account. */
export async function aLeaver(server: TestServer, given: Parameters<typeof aUser>[1] = {}) {
  const { db } = server.deps;
  const user = await aUser(db, given);
  const client = await server.as(user);
  const row = () =>
    db.selectFrom('account_deletions').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow();
  return {
    user,
    client,
    ask: (email = user.email) => client.call('requestAccountDeletion', { body: { email } }),
    row,
    isDone: async () => (await row()).done_at !== null,
  };
}

/** Carries out the deletions that are due. */
export const deleteAccounts = (
  { deps }: Pick<TestServer, 'deps'>,
  stopping = new AbortController().signal,
): Promise<void> => accountDeletions(deps, stopping);
