import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstTexts } from '../../../contract/rules/look/texts.ts';
import type { Person } from '../../../core/person.ts';
import { anAdmin } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { saveLook } from './look.service.ts';
import { openLook, openTexts } from './published.service.ts';
import { saveTexts } from './texts.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const stored = (id: 'look' | 'texts', version: number, content: object) =>
  server.deps.db
    .insertInto('appearance')
    .values({ id, version, content: JSON.stringify(content), updated_at: server.clock.now().toISOString() })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ version, content: JSON.stringify(content) }),
    )
    .execute();

test('the product’s own look and the spec’s texts hold until an owner publishes others', () => {
  const { look, texts } = server.deps;
  expect(look.current()).toMatchObject({ version: 0, hash: '', css: '', markUrl: null, logoUrl: null });
  expect(texts.current()).toEqual({ version: 0, texts: firstTexts(true), first: firstTexts(true) });
});

test('an installation whose people are real begins without a claim that nobody can check', async () => {
  const { texts } = (await openTexts(server.deps, { isSandbox: false })).current();
  expect(texts.claims).toEqual([]);
  expect(JSON.stringify(texts)).not.toMatch(
    /5,000|4\.9|50,000|24\/7|guarantee|money-back|money back|insured|bonded|vetted|within 2 hours|day and night/i,
  );
  expect(texts.replyTime).toBe('');
  expect(JSON.stringify(firstTexts(true))).toMatch(/5,000.*guarantee/);
});

test('texts and a look that are published hold here at once, also while this process cannot read them', async () => {
  const { deps } = server;
  const failing = () => Promise.reject(new Error('no connection'));
  const texts = { ...deps.texts, readAgain: failing };
  const look = { ...deps.look, readAgain: failing };
  const actor = { id: (await anAdmin(deps.db)).id } as Person;
  const { version } = deps.texts.current();
  const saved = await saveTexts({ ...deps, texts }, actor, { version, texts: { headline: 'Looked after.' } });
  expect(saved).toMatchObject({ version: version + 1, texts: { headline: 'Looked after.' } });
  expect(deps.texts.current().version).toBe(version + 1);
  const { version: before } = deps.look.current();
  await saveLook({ ...deps, look }, actor, { version: before, displayFace: 'system' });
  expect(deps.look.current()).toMatchObject({ version: before + 1, displayFace: 'system' });
  await deps.db.deleteFrom('appearance').execute();
});

test('a process hears of a publication by another one, and reads what was published before its start', async () => {
  const { deps } = server;
  await stored('texts', 2, { headline: 'Tran looks after it.' });
  await stored('look', 2, { displayFace: 'system' });
  const started = await openTexts(deps, { isSandbox: true });
  expect(started.current().texts.headline).toBe('Tran looks after it.');
  expect(started.current().texts.lead).toBe(firstTexts(true).lead);
  deps.bus.tell({ kind: 'texts', version: 2 });
  deps.bus.tell({ kind: 'look', version: 2 });
  await expect.poll(() => deps.texts.current().texts.headline).toBe('Tran looks after it.');
  await expect.poll(() => deps.look.current().displayFace).toBe('system');
  expect(deps.look.current().hash).toMatch(/^[\w-]{10}$/);
  expect((await openLook(deps)).current().hash).toBe(deps.look.current().hash);
});
