import type { Change } from '../../bus/changed.ts';
import type { CallName } from '../../contract/paths/paths.ts';
import type { auditActs } from '../../contract/schemas/customers.ts';
import type { Db } from '../../db/database.ts';
import { seedCatalogue } from '../../seed/catalogue.ts';
import { anAdmin } from '../builders/builders.ts';
import { recordChanges } from '../servers/changes.ts';
import type { Client } from '../servers/client.ts';
import { startTestServer, type TestServer } from '../servers/server.ts';

/** Set by `openScene`, before the scenarios use them. */
export let server: TestServer;
export let db: Db;
export let admin: Client;
/** The changes of which open apps were told. */
export let heard: Change[];

/** Starts the server in which an administrator acts. */
export async function openScene(): Promise<void> {
  server = await startTestServer();
  db = server.deps.db;
  await seedCatalogue(db);
  heard = recordChanges(server.deps);
  admin = await server.as(await anAdmin(db));
}

type Status = { status: number };
export interface Scenario {
  act: (typeof auditActs)[number];
  /** The number of acts that are logged with it, of its parts; none if left out. */
  parts?: number;
  /** Makes the things that the call needs. */
  given: () => Promise<{
    /** Makes the call once, with an effect. */
    effect: () => Promise<Status>;
    /** Repeats and refused calls, which have no effect. */
    nothing: (() => Promise<Status>)[];
  }>;
}
/** A call of administrators that only marks messages as seen. */
export const noAct = 'no act';

/** The calls of a subject by which an administrator acts, and the act that each logs. */
export type Scenarios = { [N in CallName]?: Scenario | typeof noAct };

/** Relative to the machine’s clock, which the server uses. */
export const inDays = (days: number) => ({
  scheduledDate: new Date(server.clock.now().getTime() + days * 86_400_000).toISOString(),
});
/** The id of nothing. */
export const nobody = { id: '5e0ab0a2-43a7-4c0f-8a5e-6a0d5f0a8f11' };
