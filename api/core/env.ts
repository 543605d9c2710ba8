import { createECDH } from 'node:crypto';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { firstContact } from '../contract/rules/business/first-contact.ts';
import { isEmailAddress, lowerEmail } from '../contract/rules/email-address.ts';
import { hasCents } from '../contract/rules/money.ts';
import { isZone } from '../contract/rules/place.ts';
import { isPhone } from '../contract/rules/text/phone-number.ts';
import { type Issuer, issuerOf, whyNotStart } from './counterparties.ts';

const blank = (value: unknown) => (value === '' ? undefined : value);
const optional = z.preprocess(blank, z.string().optional());
const isAddress = (protocols: string[]) => (value: string) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

const isBare = (value: string) => {
  if (!URL.canParse(value)) return false;
  const { username, password, search, hash } = new URL(value);
  return !(username || password || search || hash);
};

/** A count of at least one. */
const atLeastOne = (unlessSaid: number) =>
  z.preprocess(
    blank,
    z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .default(unlessSaid),
  );

/** A number of days for which something is kept. */
const days = (least: number, usual: number) => {
  const range = `must be ${least} to 3650 days`;
  return z.preprocess(
    blank,
    z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(least, range)
      .max(3650, range)
      .default(usual),
  );
};

const schema = z.object({
  PORT: z.preprocess(
    blank,
    z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(0, 'must be 0 to 65535')
      .max(65535, 'must be 0 to 65535')
      .default(3000),
  ),
  HOST: optional,
  PUBLIC_URL: z.preprocess(
    blank,
    z
      .string()
      .refine(isAddress(['http:', 'https:']), 'must be an http(s) address such as https://hearthkeep.example')
      .refine(
        (v) => URL.canParse(v) && new URL(v).pathname === '/' && !new URL(v).search,
        'must be an origin, without a path',
      )
      .optional(),
  ),
  TRUSTED_PROXIES: z.preprocess(
    blank,
    z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(0, 'must be 0 to 10')
      .max(10, 'must be 0 to 10')
      .optional(),
  ),
  DATA_DIR: z.preprocess(blank, z.string().default('data')),
  PHOTOS_DIR: optional,
  DATABASE_URL: z.preprocess(
    blank,
    z
      .string()
      .refine(
        (v) => !v.includes('://') || isAddress(['postgres:', 'postgresql:', 'file:'])(v),
        'must be a file or postgres://…',
      )
      .optional(),
  ),
  SESSION_SECRET: z.preprocess(blank, z.string().min(32, 'must have at least 32 characters').optional()),
  OIDC_ISSUER: z.preprocess(
    blank,
    z
      .string()
      .refine(isAddress(['http:', 'https:']), 'must be an http(s) address')
      .optional(),
  ),
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  STRIPE_SECRET_KEY: z.preprocess(
    blank,
    z
      .string()
      .regex(/^(sk|rk)_(test|live)_/, 'must be a key that begins with sk_ or rk_, and then test_ or live_')
      .optional(),
  ),
  STRIPE_PUBLISHABLE_KEY: z.preprocess(
    blank,
    z
      .string()
      .regex(/^pk_(test|live)_/, 'must be a key that begins with pk_test_ or pk_live_')
      .optional(),
  ),
  STRIPE_WEBHOOK_SECRET: z.preprocess(
    blank,
    z
      .string()
      .regex(/^whsec_/, 'must begin with whsec_')
      .optional(),
  ),
  SMTP_URL: z.preprocess(
    blank,
    z
      .string()
      .refine(isAddress(['smtp:', 'smtps:']), 'must be smtp://… or smtps://…')
      .optional(),
  ),
  VAPID_PUBLIC_KEY: z.preprocess(
    blank,
    z
      .string()
      .regex(/^B[\w-]{86}$/, 'must be a point of P-256 in base64url, 87 letters')
      .optional(),
  ),
  VAPID_PRIVATE_KEY: z.preprocess(
    blank,
    z
      .string()
      .regex(/^[\w-]{43}$/, 'must be a key of P-256 in base64url, 43 letters')
      .optional(),
  ),
  PUSH_HOSTS: z.preprocess(
    blank,
    z
      .string()
      .default('')
      .transform((v) =>
        v
          .split(',')
          .map((host) => host.trim().toLowerCase())
          .filter(Boolean),
      )
      .refine(
        (all) =>
          all.every((host) => URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host),
        'must be hosts with commas between them',
      ),
  ),
  OPEN_BOOKINGS: atLeastOne(50),
  BOOKINGS_PER_DAY: atLeastOne(100),
  PHOTO_MB_PER_PERSON: atLeastOne(2000),
  CHECKOUTS_KEPT_DAYS: days(1, 30),
  // A letter is retried for a week. A notice forgotten sooner could be sent again.
  NOTICES_KEPT_DAYS: days(7, 30),
  // The card provider delivers an event again for up to 30 days.
  WEBHOOKS_KEPT_DAYS: days(31, 90),
  BACKUPS_KEPT_DAYS: days(1, 30),
  PAST_HOURS: z.preprocess(blank, z.enum(['offer', 'refuse'], 'must be offer or refuse').default('offer')),
  ADMIN_EMAILS: z.preprocess(
    blank,
    z
      .string()
      .default('')
      .transform((v) =>
        v
          .split(',')
          .map((e) => lowerEmail(e.trim()))
          .filter(Boolean),
      )
      .refine((all) => all.every(isEmailAddress), 'must be e-mail addresses with commas between them')
      // A letter of another script may look like one of these and belong to somebody else.
      .refine(
        (all) => all.every((e) => /^[ -~]+$/.test(e)),
        'must be addresses of plain letters (ASCII) alone',
      ),
  ),
  SUPPORT_PHONE: z.preprocess(
    blank,
    z.string().refine(isPhone, 'must be a phone number').default(firstContact.phone),
  ),
  SUPPORT_EMAIL: z.preprocess(
    blank,
    z.string().refine(isEmailAddress, 'must be an e-mail address').default(firstContact.email),
  ),
  BUSINESS_NAME: z.preprocess(blank, z.string().default('Hearthkeep')),
  BUSINESS_TIME_ZONE: z.preprocess(
    blank,
    z
      .string()
      .refine(isZone, 'must be an IANA time zone such as Australia/Sydney')
      .default('Australia/Sydney'),
  ),
  CURRENCY: z.preprocess(
    blank,
    z
      .string()
      .regex(/^[a-z]{3}$/, 'must be three small letters such as aud')
      .refine(hasCents, 'must be a currency with hundredths, such as aud, usd or eur')
      .default('aud'),
  ),
  SANDBOX: z.preprocess(blank, z.enum(['0', '1'], 'must be 0 or 1').optional()),
  SANDBOX_SLOTS: z.preprocess(blank, z.enum(['on', 'off'], 'must be on or off').default('on')),
  OSRM_URL: z.preprocess(
    blank,
    z
      .string()
      .refine(isAddress(['http:', 'https:']), 'must be an http(s) address')
      // `fetch` refuses an address with a password, with an error that repeats it.
      .refine(isBare, 'must be an address without a user, a password or a query')
      .optional(),
  ),
  LOG_LEVEL: z.preprocess(
    blank,
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level such as info')
      .default('info'),
  ),
  NODE_ENV: optional,
});

type Parsed = z.infer<typeof schema>;

/** Every name that is read from the environment. */
export const envNames: readonly string[] = Object.keys(schema.shape);

export interface Env
  extends Omit<Parsed, 'HOST' | 'PUBLIC_URL' | 'DATABASE_URL' | 'DATA_DIR' | 'PHOTOS_DIR' | 'SANDBOX'> {
  /** Loopback, if sandboxes are in use that nobody asked for by name. */
  HOST: string;
  /** The one address that people use; an origin. */
  PUBLIC_URL: string;
  DATA_DIR: string;
  /** The folder of photos, shared by all servers. */
  PHOTOS_DIR: string;
  DATABASE_URL: string;
  /** The issuer that signs people in: the one in OIDC_ISSUER, or our own. */
  ISSUER: Issuer;
  /** Whether our own counterparties stand in for those without keys. */
  SANDBOX: boolean;
  /** The names that the environment itself sets; the others have their defaults. */
  SET: readonly string[];
  /** Whether sandboxes were asked for by name. Others may then reach them, and every page bears the word. */
  SANDBOX_SAID: boolean;
}

/** An environment value that cannot be used; the message names it. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/** Parses the environment once. @throws EnvError naming the first variable that is wrong. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const result = schema.safeParse(source);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new EnvError(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const { HOST, PUBLIC_URL, DATABASE_URL, DATA_DIR, PHOTOS_DIR, SANDBOX, ...rest } = result.data;
  refuseStrangers(source);
  needTogether(result.data, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']);
  needTogether(result.data, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']);
  needTogether(result.data, ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY']);
  needPair(result.data);
  const dataDir = resolve(DATA_DIR);
  const refused = whyNotStart(result.data);
  if (refused) throw new EnvError(refused);
  const keyless = !rest.OIDC_ISSUER || !rest.STRIPE_SECRET_KEY;
  const isSandboxNamed = keyless && SANDBOX === '1';
  return {
    ...rest,
    HOST: HOST ?? (keyless && !isSandboxNamed ? '127.0.0.1' : '0.0.0.0'),
    DATA_DIR: dataDir,
    PHOTOS_DIR: PHOTOS_DIR ? resolve(PHOTOS_DIR) : join(dataDir, 'photos'),
    DATABASE_URL: DATABASE_URL?.replace(/^file:(\/\/)?/, '') ?? join(dataDir, 'hearthkeep.sqlite'),
    PUBLIC_URL: new URL(PUBLIC_URL ?? `http://localhost:${rest.PORT}`).origin,
    ISSUER: issuerOf(result.data),
    SANDBOX: keyless,
    SET: envNames.filter((name) => blank(source[name]) !== undefined),
    SANDBOX_SAID: isSandboxNamed,
  };
}

/** The contact data for which people still see the defaults, in words. */
export const missingContact = (env: Env): string[] => [
  ...(env.SUPPORT_PHONE === firstContact.phone ? ['phone'] : []),
  ...(env.SUPPORT_EMAIL === firstContact.email ? ['e-mail'] : []),
];

/** Refuses misspelt names, which would otherwise be ignored in silence. */
function refuseStrangers(source: Record<string, string | undefined>): void {
  const ours =
    /^(OIDC|STRIPE|VAPID|PUSH_HOST|TRUSTED_PROX|OPEN_BOOK|PAST_HOUR|BUSINESS|SUPPORT|HEARTHKEEP|PUBLIC_UR|LOG_LEV|DATA_DI)|^(SANDBOX|DATABASE|SMTP|SESSION_SECRET|ADMIN_EMAIL|CURRENC|PORTS)|^(CHECKOUT|NOTICE|WEBHOOK|BOOKING|PHOTO)S?_|_KEPT_/;
  const stranger = Object.entries(source).find(
    ([name, value]) => ours.test(name) && !(name in schema.shape) && !isOfKubernetes(name, value),
  )?.[0];
  if (stranger) throw new EnvError(`${stranger} is not a known environment value`);
}

/** Kubernetes gives each program the addresses of all services, such as HEARTHKEEP_SERVICE_HOST. */
function isOfKubernetes(name: string, value = ''): boolean {
  return (
    /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/.test(name) ||
    (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))
  );
}

/** Refuses keys of two different pairs: every push service would reject each message. */
function needPair({ VAPID_PUBLIC_KEY: given, VAPID_PRIVATE_KEY: secret }: Parsed): void {
  if (!given || !secret) return;
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret, 'base64url');
  if (pair.getPublicKey('base64url') !== given)
    throw new EnvError('VAPID_PUBLIC_KEY is not the one that goes with VAPID_PRIVATE_KEY');
}

function needTogether(env: Parsed, names: (keyof Parsed)[]): void {
  const missing = names.find((name) => !env[name]);
  const given = names.find((name) => env[name]);
  if (missing && given) throw new EnvError(`${missing} is missing; it goes with ${given}`);
}
