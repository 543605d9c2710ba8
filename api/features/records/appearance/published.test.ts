import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstTexts } from '../../../contract/rules/look/texts.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { openLook, openTexts } from './published.service.ts';

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
  expect(JSON.stringify(firstTexts(true))).toMatch(/5,000.*guarantee/);
});

test('a process hears of a publication by another one, and reads what was published before its start', async () => {
  const { deps } = server;
  await stored('texts', 1, { headline: 'Tran looks after it.' });
  await stored('look', 1, { displayFace: 'system' });
  const started = await openTexts(deps, { isSandbox: true });
  expect(started.current().texts.headline).toBe('Tran looks after it.');
  expect(started.current().texts.lead).toBe(firstTexts(true).lead);
  deps.bus.tell({ kind: 'texts', version: 1 });
  deps.bus.tell({ kind: 'look', version: 1 });
  await expect.poll(() => deps.texts.current().texts.headline).toBe('Tran looks after it.');
  await expect.poll(() => deps.look.current().displayFace).toBe('system');
  expect(deps.look.current().hash).toMatch(/^[\w-]{10}$/);
  expect((await openLook(deps)).current().hash).toBe(deps.look.current().hash);
});
