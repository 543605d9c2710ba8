import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../testing/machine/free-port.ts';
import { aPushService, type PushService, type TestBrowser } from '../../testing/outside/push.ts';
import { PushGone, PushRefused, PushUnavailable } from './push.ts';
import { createPushHosts } from './push-hosts.ts';
import { createWebPush, makePushKeys } from './web-push.ts';

let service: PushService;
let browser: TestBrowser;
beforeEach(async () => {
  service = await aPushService();
  browser = service.browser();
});
afterEach(() => service.close());

const keys = await makePushKeys();
const push = (deadlineMs = 10_000) =>
  createWebPush({
    keys: async () => keys,
    subject: () => 'mailto:support@hearthkeep.example',
    mayReach: createPushHosts([service.host], true),
    deadlineMs,
  });
const payload = JSON.stringify({ version: 1, id: 'a', title: 'Grüße', body: 'x', href: '/', tag: 't' });
const to = () => {
  const { endpoint, keys: browserKeys } = browser.subscription(keys.publicKey);
  return { endpoint, ...browserKeys };
};
const message = (more: object = {}) => ({
  to: to(),
  payload,
  ttlSeconds: 3600.7,
  urgency: 'high' as const,
  topic: 'booking',
  ...more,
});

test('only the browser can decrypt a message; the service knows its lifetime, urgency and topic', async () => {
  await push().send(message());
  expect(browser.got).toEqual([
    {
      payload: JSON.parse(payload),
      ttl: 3600,
      urgency: 'high',
      topic: 'booking',
      subject: 'mailto:support@hearthkeep.example',
    },
  ]);
});

test('a gone browser, a refusal and a passing failure are distinguished', async () => {
  for (const [met, kind] of [
    [404, PushGone],
    [410, PushGone],
    [400, PushRefused],
    [403, PushRefused],
    [413, PushRefused],
    [{ status: 302, headers: { location: `http://${service.host}/elsewhere` } }, PushRefused],
    [429, PushUnavailable],
    [500, PushUnavailable],
    [503, PushUnavailable],
  ] as const) {
    service.meets(met);
    await expect(push().send(message()), JSON.stringify(met)).rejects.toBeInstanceOf(kind);
  }
  expect(service.attempts, 'no redirect was followed').toBe(9);
});

test('a service’s requested pause is respected: in seconds, until a date, and never for days', async () => {
  const waitOf = async (value: string) => {
    service.meets({ status: 429, headers: { 'retry-after': value } });
    const error = await push()
      .send(message())
      .catch((e: unknown) => e);
    return (error as PushUnavailable).retryAfterMs;
  };
  expect(await waitOf('120')).toBe(120_000);
  const atDate = await waitOf(new Date(Date.now() + 3_600_000).toUTCString());
  expect(atDate).toBeGreaterThan(3_000_000);
  expect(atDate).toBeLessThanOrEqual(3_600_000);
  expect(await waitOf('864000')).toBe(4 * 3_600_000);
  expect(await waitOf('soon')).toBe(0);
});

test('a service that does not answer, or is absent, is not waited for; errors contain no address', async () => {
  service.meets('hang');
  const hung = await push(50)
    .send(message())
    .catch((e: unknown) => e);
  expect(hung).toBeInstanceOf(PushUnavailable);
  const host = `127.0.0.1:${await freePort()}`;
  const nobody = createWebPush({
    keys: async () => keys,
    subject: () => 'mailto:support@hearthkeep.example',
    mayReach: createPushHosts([host], true),
  });
  const lost = await nobody
    .send(message({ to: { ...to(), endpoint: `http://${host}/send/secret` } }))
    .catch((e: unknown) => e);
  expect(lost).toBeInstanceOf(PushUnavailable);
  expect(`${(lost as Error).stack} ${(lost as Error).cause}`).not.toContain('secret');
});

test('a message that cannot be encrypted is refused; an address of no push service counts as gone', async () => {
  const offCurve = `B${'A'.repeat(86)}`;
  await expect(push().send(message({ to: { ...to(), p256dh: offCurve } }))).rejects.toBeInstanceOf(
    PushRefused,
  );
  const broken = createWebPush({
    keys: async () => ({ ...keys, privateKey: 'none' }),
    subject: () => 'mailto:support@hearthkeep.example',
    mayReach: createPushHosts([service.host], true),
  });
  await expect(broken.send(message())).rejects.toBeInstanceOf(PushRefused);
  const elsewhere = { ...to(), endpoint: 'https://10.0.0.8/send' };
  await expect(push().send(message({ to: elsewhere }))).rejects.toBeInstanceOf(PushGone);
  expect(service.attempts).toBe(0);
});
