import { createHash } from 'node:crypto';
import type { Permission } from '../../../contract/access/permissions.ts';
import type { Config } from '../../../contract/schemas/config.ts';
import { instant } from '../../../core/clock.ts';
import { permissionsOf } from '../../../core/person.ts';
import { fullName } from '../../../core/person-name.ts';
import { dialled } from '../../../core/phone.ts';
import { unauthorized } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { CustomerGone, PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import {
  selectByCustomer,
  selectRoleOf,
  selectUser,
  type UserRow,
  updateCustomer,
} from './account.repository.ts';
import { gone } from './deletion/deletion.rules.ts';
import { hasGone } from './deletion/deletion-state.service.ts';

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

/** The person's present permissions; empty if there is no such person. */
export async function readPermissions(db: Db, id: string): Promise<ReadonlySet<Permission>> {
  const [row] = await selectRoleOf(db, { id });
  return permissionsOf(row?.role_id ?? null, row?.permissions ?? null);
}

/** The person's role in the team; `null` for a customer. */
export async function readRoleOf(db: Db, id: string): Promise<{ id: string; name: string } | null> {
  const [row] = await selectRoleOf(db, { id });
  return row?.role_id && row.name !== null ? { id: row.role_id, name: row.name } : null;
}

/** The person of a card provider's customer; `null` if none of ours. */
export async function findByCustomer(db: Db, customerId: string): Promise<string | null> {
  const [user] = await selectByCustomer(db, { customerId });
  return user?.id ?? null;
}

/** The facts of this installation that a browser needs before anyone has signed in. */
export function readConfig(deps: Pick<Deps, 'env' | 'payments' | 'mail' | 'look' | 'texts'>): Config {
  const { env, payments, mail } = deps;
  const { hash, paper, markUrl, logoUrl } = deps.look.current();
  return {
    businessName: env.BUSINESS_NAME,
    supportPhone: env.SUPPORT_PHONE,
    supportTel: dialled(env.SUPPORT_PHONE, env.BUSINESS_TIME_ZONE),
    supportEmail: env.SUPPORT_EMAIL,
    replyTime: deps.texts.current().texts.replyTime,
    timeZone: env.BUSINESS_TIME_ZONE,
    currency: env.CURRENCY,
    look: { hash, paper, mark: markUrl, logo: logoUrl },
    payments: payments.browser,
    sandbox: env.SANDBOX,
    personas: env.SANDBOX && !env.OIDC_ISSUER,
    sandboxSaid: env.SANDBOX_SAID,
    mail: mail?.kind ?? 'off',
  };
}

type CustomerParts = Pick<Deps, 'db' | 'clock' | 'payments'>;

/**
 * The person's customer at the card provider, created at the first payment. The attempt is named by the person's id,
 * so simultaneous or repeated calls get the same customer.
 * @throws Refusal `conflict` for a person whose deletion has begun; PaymentRefused, PaymentsUnavailable
 */
export async function ensureCustomer(deps: CustomerParts, userId: string): Promise<string> {
  const { customer_id } = await requireUser(deps.db, userId);
  return customer_id ?? (await createCustomer(deps, userId, null));
}

/**
 * Runs a call with the person's customer. A customer that was deleted at the provider is replaced, and the call is
 * made again; it must be named by its customer, because a repeat with another one is another attempt.
 */
export async function withCustomer<T>(
  deps: CustomerParts,
  userId: string,
  call: (customerId: string) => Promise<T>,
): Promise<T> {
  const customerId = await ensureCustomer(deps, userId);
  try {
    return await call(customerId);
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    // With the keys of another account every customer is unknown, and must not be replaced.
    if (!(await deps.payments.isCustomerDeleted(customerId)))
      throw new PaymentsUnavailable('The customer belongs to another account of the provider', {
        cause: error,
      });
    return call(await createCustomer(deps, userId, customerId));
  }
}

/** @param replaced the customer in whose place the new one comes */
async function createCustomer(deps: CustomerParts, userId: string, replaced: string | null): Promise<string> {
  const { db, clock, payments } = deps;
  const user = await requireUser(db, userId);
  if (await hasGone(db, userId)) throw gone();
  const facts = { userId, email: user.email, name: fullName(user) };
  // The provider accepts a repeated key only with the same facts, and the address may change between two attempts.
  const digest = createHash('sha256')
    .update(JSON.stringify({ ...facts, gone: replaced }))
    .digest('base64url')
    .slice(0, 16);
  const created = await payments.createCustomer({ ...facts, attempt: `${userId}:${digest}` });
  await updateCustomer(db, userId, { from: replaced, to: created, now: instant(clock) });
  return (await requireUser(db, userId)).customer_id ?? created;
}
