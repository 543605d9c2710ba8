import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Changes, changesOver } from './changed.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Db } from './db/database.ts';
import { isPostgres, openDatabase } from './db/open.ts';
import { sharedLimiters } from './db/shared-limits.ts';
import type { Env } from './env.ts';
import { knowsPhotos } from './features/photos/photos.repository.ts';
import { readPushKeys } from './features/push/push-keys.service.ts';
import { createLimits, defaultRates, type Limits } from './http/limits.ts';
import { type Archives, createFolderArchives } from './providers/archives/archives.ts';
import type { Identity } from './providers/identity/identity.ts';
import { createOidcIdentity } from './providers/identity/oidc.ts';
import type { Mail } from './providers/mail/mail.ts';
import type { Payments } from './providers/payments/payments.ts';
import { createStripePayments, stripeScript } from './providers/payments/stripe.ts';
import { createFolderPhotos } from './providers/photos/folder-photos.ts';
import type { Photos } from './providers/photos/photos.ts';
import type { Push } from './providers/push/push.ts';
import { createPushHosts } from './providers/push/push-hosts.ts';
import { createWebPush } from './providers/push/web-push.ts';
import { type Bus, openBus } from './realtime/bus.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/** Everything that a part of the server may ask for; created once, here. */
export interface Deps {
  env: Env;
  log: Logger;
  clock: Clock;
  db: Db;
  /** Messages between the server's processes, ids only. Must be closed before the database. */
  bus: Bus;
  /** Tells open apps what to read again. */
  changes: Changes;
  identity: Identity;
  payments: Payments;
  /** `null` if no mail can be sent. */
  mail: Mail | null;
  push: Push;
  photos: Photos;
  archives: Archives;
  limits: Limits;
  /** Signs cookies: SESSION_SECRET, or the secret made at the first start and kept in DATA_DIR. */
  secret: string;
  /** Our own counterparties, used where keys are missing. */
  sandbox: Sandbox | null;
  /** Aborted when this process is told to stop. */
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
  const stopping = given.stopping ?? new AbortController().signal;
  const sandbox = env.SANDBOX
    ? await (await import('./sandbox/sandbox.ts')).openSandbox({
        dataDir: join(env.DATA_DIR, 'sandbox'),
        publicUrl: env.PUBLIC_URL,
        secret: given.secret,
        timeZone: env.BUSINESS_TIME_ZONE,
        clock,
        log,
        stopping,
        identity: !env.OIDC_ISSUER,
        payments: !env.STRIPE_SECRET_KEY,
        // The mailbox's page shows every letter to everybody, so it needs a sign-in that also trusts everybody.
        mail: !env.SMTP_URL && !env.OIDC_ISSUER,
      })
    : null;
  const bus = given.bus ?? (await openBus({ postgresUrl: isPostgres(db) ? env.DATABASE_URL : null, log }));
  return {
    env,
    log,
    clock,
    db,
    bus,
    changes: given.changes ?? changesOver(bus),
    sandbox,
    secret: given.secret,
    stopping,
    limits: given.limits ?? createLimits(defaultRates, isPostgres(db) ? sharedLimiters(db) : undefined),
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
    mail: given.mail === undefined ? (sandbox?.mail ?? (await smtpMail(env))) : given.mail,
    photos:
      given.photos ?? createFolderPhotos(env.PHOTOS_DIR, { isNew: async () => !(await knowsPhotos(db)) }),
    archives: given.archives ?? createFolderArchives(join(env.PHOTOS_DIR, 'exports')),
    push:
      given.push ??
      createWebPush({
        keys: () => readPushKeys(db, clock, env),
        // Push services refuse an address on loopback.
        subject: env.PUBLIC_URL.startsWith('https:') ? env.PUBLIC_URL : `mailto:${env.SUPPORT_EMAIL}`,
        mayReach: createPushHosts(env.PUSH_HOSTS, env.SANDBOX),
      }),
  };
}

/** The mail library is loaded only when mail is sent, which keeps the start quick. */
async function smtpMail(env: Env): Promise<Mail | null> {
  if (!env.SMTP_URL) return null;
  const { createSmtpMail } = await import('./providers/mail/smtp.ts');
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
