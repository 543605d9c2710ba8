import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Db } from '../../api/db/database.ts';
import { openedUnder } from '../../api/features/records/account/sessions/sessions.service.ts';
import { testSecret } from '../../api/testing/servers/secret.ts';

export interface SignedIn {
  id: string;
  /** The cookie of their browser. */
  cookie: string;
}

const atOnce = 500;
const dayMs = 86_400_000;

/** Writes many signed-in people at once: signing in one by one would take longer than the measurement. */
export async function signInMany(db: Db, count: number, role: 'customer' | 'admin'): Promise<SignedIn[]> {
  const people: SignedIn[] = [];
  const under = openedUnder({ secret: testSecret, env: {} });
  const at = new Date().toISOString();
  const until = new Date(Date.now() + 30 * dayMs).toISOString();
  while (people.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - people.length) }, () => {
      const value = randomBytes(32).toString('base64url');
      return { id: randomUUID(), value, cookie: `hearthkeep=${value}` };
    });
    await db
      .insertInto('users')
      .values(
        some.map(({ id }) => ({
          id,
          issuer: 'sandbox',
          subject: id,
          email: `${id}@example.com`,
          email_verified: 1 as const,
          first_name: 'Alex',
          last_name: 'Nguyen',
          profile_image_url: null,
          role_id: role === 'admin' ? 'administrator' : null,
          admin_by_list: 0 as const,
          customer_id: null,
          concierge_contact: null,
          created_at: at,
          updated_at: at,
        })),
      )
      .execute();
    await db
      .insertInto('sessions')
      .values(
        some.map(({ id, value }) => ({
          id_hash: createHash('sha256').update(value).digest('hex'),
          user_id: id,
          opened_under: under,
          user_agent: 'bench',
          created_at: at,
          last_seen_at: at,
          expires_at: until,
          ends_at: until,
        })),
      )
      .execute();
    people.push(...some.map(({ id, cookie }) => ({ id, cookie })));
  }
  return people;
}
