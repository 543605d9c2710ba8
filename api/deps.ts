import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Clock, systemClock } from './clock.ts';
import type { Db } from './db/database.ts';
import { openDatabase } from './db/open.ts';
import type { Env } from './env.ts';
import { createLimits, type Limits } from './http/limits.ts';
import type { Identity } from './providers/identity/identity.ts';
import { createOidcIdentity } from './providers/identity/oidc.ts';
import type { Mail } from './providers/mail/mail.ts';
import { createSmtpMail } from './providers/mail/smtp.ts';
import type { Payments } from './providers/payments/payments.ts';
import { createStripePayments, stripeScript } from './providers/payments/stripe.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/** Everything that a part of the server may ask for; made once, here. */
export interface Deps {
  env: Env;
  log: Logger;
  clock: Clock;
  db: Db;
  identity: Identity;
  payments: Payments;
  /** `null` where nothing can be mailed. */
  mail: Mail | null;
  limits: Limits;
  /** Signs cookies; from SESSION_SECRET or made at first start and kept in DATA_DIR. */
  secret: string;
  /** Our own counterparties, where keys are missing. */
  sandbox: Sandbox | null;
  /** Aborted once this process has been told to stop. */
  stopping: AbortSignal;
}

/** The composition root. A sandbox is loaded only when a key is missing. */
export async function createDeps(
  env: Env,
  log: Logger,
  given: Partial<Deps> & { secret: string },
): Promise<Deps> {
  const clock = given.clock ?? systemClock;
  const db = given.db ?? openDatabase(env.DATABASE_URL);
  const sandbox = env.SANDBOX
    ? await (await import('./sandbox/sandbox.ts')).openSandbox({
        dataDir: join(env.DATA_DIR, 'sandbox'),
        publicUrl: env.PUBLIC_URL,
        secret: given.secret,
        timeZone: env.BUSINESS_TIME_ZONE,
        clock,
        log,
        identity: !env.OIDC_ISSUER,
        payments: !env.STRIPE_SECRET_KEY,
        // Its page shows everybody's letters to anybody, as its sign-in makes anybody anyone.
        mail: !env.SMTP_URL && !env.OIDC_ISSUER,
      })
    : null;
  return {
    env,
    log,
    clock,
    db,
    sandbox,
    secret: given.secret,
    stopping: given.stopping ?? new AbortController().signal,
    limits: given.limits ?? createLimits(),
    identity:
      given.identity ??
      sandbox?.identity ??
      createOidcIdentity({
        issuer: need(env.OIDC_ISSUER),
        clientId: need(env.OIDC_CLIENT_ID),
        clientSecret: need(env.OIDC_CLIENT_SECRET),
      }),
    payments:
      given.payments ??
      sandbox?.payments ??
      createStripePayments({
        secretKey: need(env.STRIPE_SECRET_KEY),
        publishableKey: need(env.STRIPE_PUBLISHABLE_KEY),
        webhookSecret: need(env.STRIPE_WEBHOOK_SECRET),
        scriptUrl: stripeScript,
      }),
    mail: given.mail === undefined ? (sandbox?.mail ?? smtpMail(env)) : given.mail,
  };
}

function smtpMail(env: Env): Mail | null {
  if (!env.SMTP_URL) return null;
  return createSmtpMail({
    url: env.SMTP_URL,
    from: { name: env.BUSINESS_NAME, address: env.SUPPORT_EMAIL },
    domain: new URL(env.PUBLIC_URL).hostname,
  });
}

function need(value: string | undefined): string {
  if (!value) throw new Error('readEnv lets no half-given provider through');
  return value;
}
