import type { Logger } from 'pino';
import type { Bus } from './bus/bus.ts';
import type { Changes } from './bus/changed.ts';
import type { Clock } from './core/clock.ts';
import type { Env } from './core/env.ts';
import type { Db } from './db/database.ts';
import type { Limits } from './http/limits.ts';
import type { Archives } from './providers/archives/archives.ts';
import type { Identity } from './providers/identity/identity.ts';
import type { Mail } from './providers/mail/mail.ts';
import type { Payments } from './providers/payments/payments.ts';
import type { Photos } from './providers/photos/photos.ts';
import type { Push } from './providers/push/push.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/** Everything that a part of the server may ask for; `compose/create-deps.ts` makes it, once. */
export interface Deps {
  env: Env;
  log: Logger;
  clock: Clock;
  db: Db;
  /** What the server's processes tell each other: ids only. To be closed before the database. */
  bus: Bus;
  /** Tells open apps what to read again. */
  changes: Changes;
  identity: Identity;
  payments: Payments;
  /** `null` where nothing can be mailed. */
  mail: Mail | null;
  push: Push;
  photos: Photos;
  archives: Archives;
  limits: Limits;
  /** Signs cookies; from SESSION_SECRET or made at first start and kept in DATA_DIR. */
  secret: string;
  /** Our own counterparties, where keys are missing. */
  sandbox: Sandbox | null;
  /** Aborted once this process has been told to stop. */
  stopping: AbortSignal;
}
