import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Note } from '../../../bus/bus.ts';
import type { Person } from '../../../core/person.ts';
import { anAdmin } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { saveBusiness } from './business.service.ts';
import { openBusiness } from './published.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a publication holds here and is told to the others also while this process cannot read it', async () => {
  const { deps } = server;
  const heard: Note[] = [];
  const end = deps.bus.hear((note) => heard.push(note));
  const actor = await anAdmin(deps.db);
  const failing = { ...deps.business, readAgain: () => Promise.reject(new Error('no connection')) };
  const version = deps.business.current().version;
  const form = { version, phone: '02 5550 0009' };
  const person = { id: actor.id } as Person;
  await saveBusiness({ ...deps, business: failing }, person, form);
  end();
  expect(deps.business.current()).toMatchObject({ version: version + 1, phone: form.phone });
  expect(heard).toContainEqual({ kind: 'business', version: version + 1 });
  expect(deps.env.SUPPORT_PHONE).toBe(form.phone);
});

test('a publication while a process starts is not missed', async () => {
  const { db, bus, clock, log, ownEnv } = server.deps;
  const name = `House ${randomUUID()}`;
  let reads = 0;
  /** Another process publishes after the first read, before its answer arrives here. */
  const publishes: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      reads += 1;
      if (reads > 1) return result;
      const version = server.deps.business.current().version + 1;
      await db.updateTable('business').set({ name, version }).execute();
      bus.tell({ kind: 'business', version });
      return result;
    },
  };
  const stopping = new AbortController();
  const started = await openBusiness({
    db: db.withPlugin(publishes),
    env: ownEnv,
    bus,
    clock,
    log,
    stopping: stopping.signal,
  });
  await expect.poll(() => started.current().name).toBe(name);
  stopping.abort();
});
