import type { Db } from '../../db/database.ts';
import type { Client } from '../servers/client.ts';
import { startTestServer, type TestServer } from '../servers/server.ts';
import { anAdmin } from './builders.ts';

/** A server and a team member, for tests of the team's acts. */
export interface Office {
  server: TestServer;
  db: Db;
  admin: Client;
  adminId: string;
}

/** @param now the time of its clock; the machine's time unless given */
export async function startOffice(now?: string): Promise<Office> {
  const server = await startTestServer();
  const { db } = server.deps;
  if (now) server.clock.set(now);
  const { id: adminId } = await anAdmin(db);
  return { server, db, admin: await server.as(adminId), adminId };
}
