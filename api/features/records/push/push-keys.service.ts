import { type Clock, instant } from '../../../core/clock.ts';
import type { Env } from '../../../core/env.ts';
import type { Db } from '../../../db/database.ts';
import { makePushKeys, type PushKeys } from '../../../providers/push/web-push.ts';
import { insertKeys, selectKeys } from './push.repository.ts';

/**
 * The keys of the environment, or those made at the first start and stored in the database, beside the subscriptions
 * that depend on them. If several processes make keys at once, one pair is kept.
 */
export async function readPushKeys(
  db: Db,
  clock: Clock,
  { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Env,
): Promise<PushKeys> {
  if (publicKey && privateKey) return { publicKey, privateKey };
  const kept = await selectKeys(db);
  if (kept) return { publicKey: kept.public_key, privateKey: kept.private_key };
  const made = await makePushKeys();
  await insertKeys(db, {
    id: 1,
    public_key: made.publicKey,
    private_key: made.privateKey,
    created_at: instant(clock),
  });
  const first = await selectKeys(db);
  if (!first) throw new Error('The push keys could neither be read nor stored');
  return { publicKey: first.public_key, privateKey: first.private_key };
}
