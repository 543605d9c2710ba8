import type { TestServer } from '../servers/server.ts';
import { anAdmin } from './builders.ts';

/** What the team is shown of a person's objects at the card provider that the product does not follow. */
export async function unclearOf(server: TestServer, { id }: { id: string }): Promise<[string, string][]> {
  const admin = await server.as(await anAdmin(server.deps.db));
  const { body } = await admin.call('listUnclearAtProvider');
  return body.filter(({ customer }) => customer.id === id).map(({ what, said: word }) => [what, word]);
}
