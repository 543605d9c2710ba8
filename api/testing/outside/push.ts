import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { PushPayload } from '../../contract/rules/push-payload.ts';
import type { PushSubscriptionForm } from '../../contract/schemas/push.ts';
import { claimPort, portOf } from '../../http/port.ts';

/** A message that a push service accepted for a browser, decrypted as that browser does. */
export interface Pushed {
  payload: PushPayload;
  ttl: number;
  urgency: string;
  topic: string;
  /** The sender's contact. */
  subject: string;
}

export interface TestBrowser {
  subscription(serverKey: string): PushSubscriptionForm;
  /** In order of arrival. */
  readonly got: Pushed[];
}

/** A push service's answer: a status; none; none although the message was accepted; or the one that a test gives. */
type Meeting = number | 'hang' | 'lost' | { status: number; headers: Record<string, string> };

/**
 * A push service on this machine (RFC 8030): it checks the sender (RFC 8292) and decrypts the messages (RFC 8291).
 */
export interface PushService {
  /** The value for PUSH_HOSTS. */
  host: string;
  /** A new browser that is known to the service. */
  browser(): TestBrowser;
  /** Sets the answers to the next messages; the last one stays. */
  meets(...next: Meeting[]): void;
  /** The number of all attempts, accepted or not. */
  readonly attempts: number;
  /** Resolves when the next attempt has arrived. */
  attempted(): Promise<void>;
  close(): Promise<void>;
}

interface Known extends TestBrowser {
  open(body: Buffer): string;
}

export async function aPushService(): Promise<PushService> {
  const browsers = new Map<string, Known>();
  let ahead: Meeting[] = [201];
  let attempts = 0;
  let heard = () => {};
  const claim = await claimPort(0, '127.0.0.1');
  const host = `127.0.0.1:${portOf(claim)}`;
  const server = createServer((req, res) => void take(req, res));
  server.listen(claim);

  async function take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    attempts += 1;
    const met = ahead.length > 1 ? ahead.shift() : ahead[0];
    heard();
    if (met === 'hang') return;
    const { status, headers } =
      typeof met === 'object' ? met : { status: met === 'lost' ? 201 : (met ?? 201), headers: {} };
    try {
      const browser = browsers.get(req.url ?? '');
      if (status === 201 && browser) browser.got.push(openedBy(browser, req, Buffer.concat(chunks)));
      if (met !== 'lost') res.writeHead(browser || status !== 201 ? status : 404, headers).end();
    } catch (error) {
      res.writeHead(400).end(String(error));
    }
  }

  function openedBy(browser: Known, { headers }: IncomingMessage, body: Buffer): Pushed {
    assert.equal(headers['content-encoding'], 'aes128gcm');
    assert.ok(body.length <= 4096, 'a push service takes 4,096 bytes');
    return {
      payload: JSON.parse(browser.open(body)),
      ttl: Number(headers.ttl),
      urgency: String(headers.urgency),
      topic: String(headers.topic),
      subject: senderOf(headers.authorization ?? '', `http://${host}`),
    };
  }

  return {
    host,
    get attempts() {
      return attempts;
    },
    browser() {
      const path = `/send/${randomBytes(16).toString('base64url')}`;
      const browser = aBrowser(`http://${host}${path}`);
      browsers.set(path, browser);
      return browser;
    },
    meets(...next) {
      ahead = next;
    },
    attempted: () =>
      new Promise((resolve) => {
        heard = resolve;
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function aBrowser(endpoint: string): Known {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  return {
    got: [],
    subscription: (serverKey) => ({
      endpoint,
      keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
      serverKey,
    }),
    open(body) {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body.readUInt8(20));
      const sealed = body.subarray(21 + sender.length);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
      const key = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
      const derive = (what: string, length: number) =>
        Buffer.from(hkdfSync('sha256', key, salt, Buffer.from(`Content-Encoding: ${what}\0`), length));
      const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      cipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      return padded.subarray(0, padded.lastIndexOf(2)).toString();
    },
  };
}

/** Checks the sender's token. @returns its subject */
function senderOf(authorization: string, audience: string): string {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isSigned, 'the token is signed with the key beside it');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  assert.equal(aud, audience);
  assert.ok(
    exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 86_400,
    'the token is good for a day at most',
  );
  return sub;
}
