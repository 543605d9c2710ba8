import { createECDH, createHash, randomUUID } from 'node:crypto';
import type { PushDevice, PushSubscriptionForm } from '../../../contract/schemas/push.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal, unauthorized } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import type { PushTarget } from '../../../providers/push/push.ts';
import { holdSession } from '../account/sessions/sessions.service.ts';
import {
  deleteOfSession,
  deleteOldest,
  deleteSubscription,
  selectOfSession,
  selectReachable,
  upsertSubscription,
} from './push.repository.ts';

/** The most browsers of one person; a further one replaces the oldest. */
const mostBrowsers = 10;

type Parts = Pick<Deps, 'db' | 'clock' | 'push'>;

/** The key with which a browser subscribes, and the subscription stored for it. */
export async function readDevice(deps: Parts, session: string | null): Promise<PushDevice> {
  const { db, push } = deps;
  const [publicKey, kept] = await Promise.all([
    push.publicKey(),
    session ? selectOfSession(db, session) : undefined,
  ]);
  return { publicKey, endpoint: kept && kept.server_key === publicKey ? kept.endpoint : null };
}

/**
 * Stores this browser's subscription for as long as the session lasts, one per session.
 * @throws Refusal `invalid_input` for an address of no push service, or a key that is invalid or not ours;
 * `conflict` for a browser known with other secrets, which must subscribe anew; `unauthorized` if the session has
 * ended
 */
export async function saveSubscription(
  deps: Parts,
  person: Person,
  session: string | null,
  { endpoint, keys, serverKey }: PushSubscriptionForm,
): Promise<void> {
  const { db, clock, push } = deps;
  if (!session) throw unauthorized();
  if (!push.mayReach(endpoint)) throw invalid('endpoint', 'This is no push service that we know');
  if (serverKey !== (await push.publicKey())) throw invalid('serverKey', 'This is not our key any more');
  if (!isPoint(keys.p256dh)) throw invalid('keys.p256dh', 'Nothing can be encrypted with this key');
  const endpointHash = createHash('sha256').update(endpoint).digest('hex');
  await db.transaction().execute(async (tx) => {
    if (!(await holdSession(tx, session))) throw unauthorized();
    await deleteOfSession(tx, session, endpointHash);
    const isKept = await upsertSubscription(tx, {
      id: randomUUID(),
      endpoint_hash: endpointHash,
      endpoint,
      ...keys,
      server_key: serverKey,
      user_id: person.id,
      session,
      created_at: instant(clock),
    });
    if (!isKept) throw new Refusal('conflict', 'This browser is known by other keys');
    await deleteOldest(tx, person.id, mostBrowsers);
  });
}

/** Whether a browser's key lies on the curve; its form was checked before. */
function isPoint(p256dh: string): boolean {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  try {
    pair.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false;
  }
}

const invalid = (field: string, message: string) =>
  new Refusal('invalid_input', message, { fields: { [field]: message } });

/** Ends push messages to this browser and no other. */
export async function removeSubscription(deps: Pick<Deps, 'db'>, session: string | null): Promise<void> {
  const { db } = deps;
  if (session) await deleteOfSession(db, session);
}

/** The address of a person's browser; `null` if it cannot be reached, or is another person's by now. */
export async function findTarget(deps: Parts, id: string, userId: string): Promise<PushTarget | null> {
  const { db, clock, push } = deps;
  const serverKey = await push.publicKey();
  const row = await selectReachable(db, { id, userId, serverKey, now: instant(clock) });
  return row ? { endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth } : null;
}

/** Deletes a subscription that its push service reports as gone. */
export const forgetSubscription = (db: Db, id: string): Promise<void> => deleteSubscription(db, id);
