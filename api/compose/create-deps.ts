import { join } from 'node:path';
import type { Logger } from 'pino';
import { openBus } from '../bus/bus.ts';
import { changesOver } from '../bus/changed.ts';
import { publishedEnv } from '../core/business.ts';
import { systemClock } from '../core/clock.ts';
import type { Env } from '../core/env.ts';
import { isPostgres, openDatabase } from '../db/open.ts';
import { sharedLimiters } from '../db/shared-limits.ts';
import type { Deps } from '../deps.ts';
import { openLook, openTexts } from '../features/records/appearance/published.service.ts';
import { openBusiness } from '../features/records/business/published.service.ts';
import { knowsPhotos } from '../features/records/photos/photos.repository.ts';
import { readPushKeys } from '../features/records/push/push-keys.service.ts';
import { createLimits, defaultRates } from '../http/limits/limits.ts';
import { createFolderArchives } from '../providers/archives/archives.ts';
import { createOidcIdentity } from '../providers/identity/oidc.ts';
import type { Mail } from '../providers/mail/mail.ts';
import { createStripePayments, stripeScript } from '../providers/payments/stripe.ts';
import { createBrandPictures } from '../providers/photos/brand.ts';
import { createFolderPhotos } from '../providers/photos/folder-photos.ts';
import { createPushHosts } from '../providers/push/push-hosts.ts';
import { createWebPush } from '../providers/push/web-push.ts';

/** The composition root. A sandbox is loaded only when a key is missing. */
export async function createDeps(
  ownEnv: Env,
  log: Logger,
  given: Partial<Omit<Deps, 'log'>> & { secret: string },
): Promise<Deps> {
  const clock = given.clock ?? systemClock;
  const db = given.db ?? openDatabase(ownEnv.DATABASE_URL);
  const stopping = given.stopping ?? new AbortController().signal;
  const bus = given.bus ?? (await openBus({ postgresUrl: isPostgres(db) ? ownEnv.DATABASE_URL : null, log }));
  const business = given.business ?? (await openBusiness({ db, env: ownEnv, bus, clock, log, stopping }));
  const env = publishedEnv(ownEnv, business);
  const held = { db, bus, log, stopping };
  const [look, texts] = await Promise.all([
    given.look ?? openLook(held),
    given.texts ?? openTexts(held, { isSandbox: env.SANDBOX && !env.OIDC_ISSUER }),
  ]);
  const sandbox = env.SANDBOX
    ? await (await import('../sandbox/sandbox.ts')).openSandbox({
        dataDir: join(env.DATA_DIR, 'sandbox'),
        publicUrl: env.PUBLIC_URL,
        secret: given.secret,
        timeZone: () => env.BUSINESS_TIME_ZONE,
        businessName: () => env.BUSINESS_NAME,
        clock,
        log,
        stopping,
        identity: !env.OIDC_ISSUER,
        payments: !env.STRIPE_SECRET_KEY,
        // The mailbox shows all letters to everybody, so it is used only beside the sandbox's sign-in, where everybody
        // can sign in as anybody.
        mail: !env.SMTP_URL && !env.OIDC_ISSUER,
      })
    : null;
  return {
    env,
    ownEnv,
    business,
    look,
    texts,
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
    brandPictures: given.brandPictures ?? createBrandPictures(),
    archives: given.archives ?? createFolderArchives(join(env.PHOTOS_DIR, 'exports')),
    push:
      given.push ??
      createWebPush({
        keys: () => readPushKeys(db, clock, env),
        // Push services take no address of this machine's.
        subject: () => (env.PUBLIC_URL.startsWith('https:') ? env.PUBLIC_URL : `mailto:${env.SUPPORT_EMAIL}`),
        mayReach: createPushHosts(env.PUSH_HOSTS, env.SANDBOX),
      }),
  };
}

/** Loads the mail library only if it is used, which keeps the start quick. */
async function smtpMail(env: Env): Promise<Mail | null> {
  if (!env.SMTP_URL) return null;
  const { createSmtpMail } = await import('../providers/mail/smtp.ts');
  return createSmtpMail({
    url: env.SMTP_URL,
    from: () => ({ name: env.BUSINESS_NAME, address: env.SUPPORT_EMAIL }),
    domain: new URL(env.PUBLIC_URL).hostname,
  });
}

function need(value: string | undefined): string {
  if (!value) throw new Error('A provider has only a part of its settings, which readEnv refuses');
  return value;
}
