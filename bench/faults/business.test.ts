import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announceBilling } from '../../api/features/records/notices/notices.service.ts';
import { aUser } from '../../api/testing/builders/builders.ts';
import { aMailServer, type MailServer } from '../../api/testing/outside/mail-server.ts';
import { type Business, startBusiness } from './business.ts';
import { sendLetters } from './letters.ts';

let folder: string;
let mailServer: MailServer;
let business: Business;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthkeep-business-'));
  mailServer = await aMailServer();
  business = await startBusiness({ folder, env: { SMTP_URL: mailServer.url } });
});
afterEach(async () => {
  await business.stop();
  await mailServer.close();
  await rm(folder, { recursive: true });
});

test('a letter that a killed process had claimed is sent before the books are compared', async () => {
  const { product, db, passTime, now } = business;
  const { id: userId } = await aUser(db);
  await db.transaction().execute((tx) =>
    announceBilling(tx, {
      occasion: 'paid:1',
      userId,
      news: { what: 'refunded', description: 'Gutters', amountCents: 9900 },
      now: new Date(now()).toISOString(),
    }),
  );
  mailServer.meets('hang');
  void product.round();
  await expect.poll(() => mailServer.attempts, { timeout: 20_000 }).toBe(1);
  await product.kill();
  mailServer.meets('taken');
  await product.start();
  await product.round();
  expect(mailServer.taken).toEqual([]);
  await sendLetters(product, db, passTime);
  expect(mailServer.taken).toHaveLength(1);
  const { sent_at } = await db.selectFrom('notices').select('sent_at').executeTakeFirstOrThrow();
  expect(sent_at).not.toBeNull();
}, 60_000);

test('many rounds and steps of the clock leave no listeners at the server’s process', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on('warning', note);
  try {
    for (let round = 0; round < 12; round += 1) {
      await business.product.round();
      await business.product.advance(1);
    }
    await setImmediate();
  } finally {
    process.off('warning', note);
  }
  expect(warnings).toEqual([]);
}, 60_000);
