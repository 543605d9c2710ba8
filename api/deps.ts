import type { Logger } from 'pino';
import type { Bus } from './bus/bus.ts';
import type { Changes } from './bus/changed.ts';
import type { LookInUse, TextsInUse } from './core/appearance.ts';
import type { Business } from './core/business.ts';
import type { Clock } from './core/clock.ts';
import type { Env } from './core/env.ts';
import type { Db } from './db/database.ts';
import type { Limits } from './http/limits/limits.ts';
import type { Archives } from './providers/archives/archives.ts';
import type { Identity } from './providers/identity/identity.ts';
import type { Mail } from './providers/mail/mail.ts';
import type { Payments } from './providers/payments/payments.ts';
import type { BrandPictures } from './providers/photos/brand.ts';
import type { Photos } from './providers/photos/photos.ts';
import type { Push } from './providers/push/push.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/** Everything that a part of the server may ask for; `compose/create-deps.ts` makes it, once. */
export interface Deps {
  /** The environment; its values about the business are the published ones, so each use must read them anew. */
  env: Env;
  /** The environment as it is, also where the published values differ. */
  ownEnv: Env;
  /** The business's own facts, as published last. */
  business: Business;
  /** The logo, the colours and the display face, as published last. */
  look: LookInUse;
  /** The texts of the landing page, as published last. */
  texts: TextsInUse;
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
  brandPictures: BrandPictures;
  archives: Archives;
  limits: Limits;
  /** Signs cookies: SESSION_SECRET, or the secret made at the first start and kept in DATA_DIR. */
  secret: string;
  /** Our own counterparties, used where keys are missing. */
  sandbox: Sandbox | null;
  /** Aborted when this process is told to stop. */
  stopping: AbortSignal;
}
