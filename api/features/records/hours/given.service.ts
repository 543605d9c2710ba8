import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../../../db/database.ts';
import { findGiven, insertGiven, insertGrant, lockMember } from './hours.repository.ts';
import { grant } from './ledger.rules.ts';
import { readLedger, writeEntries } from './ledger.service.ts';

/** The hours that an administrator gave by an earlier attempt with this key. */
export const readGivenBefore = (db: Db, givenBy: string, key: string) => findGiven(db, givenBy, key);

/**
 * Grants hours that the team gives, valid from now until `expiresAt`. They join the member's other hours: the first
 * to expire is used first. Work done before now is older than the grant, so its overage stays: the card may have paid
 * it, and a refund is the way to return that.
 * @returns the grant's id
 */
export async function grantGiven(
  db: Tx,
  given: {
    userId: string;
    minutes: number;
    expiresAt: string;
    reason: string;
    givenBy: string;
    key: string | null;
    now: string;
  },
): Promise<string> {
  const { userId, minutes, expiresAt, now } = given;
  await lockMember(db, userId);
  const id = randomUUID();
  await insertGrant(db, {
    id,
    user_id: userId,
    invoice_id: id,
    subscription_id: null,
    kind: 'given',
    tier: '',
    version_id: '',
    minutes,
    period_start: now,
    period_end: expiresAt,
    expires_at: expiresAt,
    created_at: now,
  });
  await insertGiven(db, {
    grant_id: id,
    user_id: userId,
    reason: given.reason,
    given_by: given.givenBy,
    client_id: given.key,
    created_at: now,
  });
  const ledger = await readLedger(db, { userId, bookingId: null, now });
  await writeEntries(db, grant(ledger, { id, minutes }));
  return id;
}
