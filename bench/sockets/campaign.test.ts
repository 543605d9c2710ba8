import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../api/testing/servers/server.ts';
import { runSocketCampaign } from './campaign.ts';

let one: TestServer;
let two: TestServer;
beforeAll(async () => {
  one = await startTestServer();
  two = await startTestServer({ beside: one });
});
afterAll(async () => {
  await two.close();
  await one.close();
});

/** Larger in `npm run bench:sockets`. */
const campaign = { clients: 48, disconnects: 300, ms: 4_000, messages: 240 };

test('every message reaches everyone once and in order, however often sockets are cut', async () => {
  const at = { db: one.deps.db, servers: [one.url, two.url] };
  const { deliveries, messages, ...rest } = await runSocketCampaign(at, campaign);
  expect(rest).toEqual({ disconnects: campaign.disconnects, lost: 0, doubled: 0, reordered: 0 });
  expect([messages, deliveries]).toEqual([campaign.messages, campaign.messages * 4]);
}, 300_000);
