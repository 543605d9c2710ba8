import { createHash } from 'node:crypto';
import type { Config } from '../../contract/schemas/config.ts';
import { instant } from '../../core/clock.ts';
import { fullName } from '../../core/person-name.ts';
import { unauthorized } from '../../core/refusal.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { gone, hasGone } from './leaving.service.ts';
import { selectByCustomer, selectUser, type UserRow, updateCustomer } from './users.repository.ts';

/** @throws Refusal `unauthorized` if the person no longer exists. */
export async function requireUser(db: Db, id: string): Promise<UserRow> {
  const [user] = await selectUser(db, { id });
  if (!user) throw unauthorized();
  return user;
}

/** `null` if there is no such person. */
export async function readPerson(db: Db, id: string): Promise<UserRow | null> {
  const [user] = await selectUser(db, { id });
  return user ?? null;
}

/** The person of a card provider's customer; `null` if none of ours. */
export async function findByCustomer(db: Db, customerId: string): Promise<string | null> {
  const [user] = await selectByCustomer(db, { customerId });
  return user?.id ?? null;
}

/** The facts of this installation that a browser needs before anyone has signed in. */
export function readConfig({ env, payments, mail }: Pick<Deps, 'env' | 'payments' | 'mail'>): Config {
  return {
    businessName: env.BUSINESS_NAME,
    supportPhone: env.SUPPORT_PHONE,
    supportEmail: env.SUPPORT_EMAIL,
    timeZone: env.BUSINESS_TIME_ZONE,
    currency: env.CURRENCY,
    payments: payments.browser,
    sandbox: env.SANDBOX,
    sandboxSaid: env.SANDBOX_SAID,
    mail: mail?.kind ?? 'off',
  };
}

/**
 * The person's customer at the card provider, created at the first payment. The attempt is named by the person's id,
 * so simultaneous or repeated calls get the same customer.
 * @throws Refusal `conflict` for a person whose deletion has begun; PaymentRefused, PaymentsUnavailable
 */
export async function ensureCustomer(
  { db, clock, payments }: Pick<Deps, 'db' | 'clock' | 'payments'>,
  userId: string,
): Promise<string> {
  const user = await requireUser(db, userId);
  if (user.customer_id) return user.customer_id;
  if (await hasGone(db, userId)) throw gone();
  const facts = { userId, email: user.email, name: fullName(user) };
  // The provider accepts a repeated key only with the same facts, and the address may change between two attempts.
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16);
  const created = await payments.createCustomer({ ...facts, attempt: `${userId}:${digest}` });
  await updateCustomer(db, userId, { customer_id: created, updated_at: instant(clock) });
  return (await requireUser(db, userId)).customer_id ?? created;
}
