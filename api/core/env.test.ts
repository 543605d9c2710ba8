import { describe, expect, test } from 'vitest';
import { EnvError, readEnv } from './env.ts';

const issuer = {
  OIDC_ISSUER: 'https://issuer.example',
  OIDC_CLIENT_ID: 'us',
  OIDC_CLIENT_SECRET: 'hush',
};
const cards = (kind: 'test' | 'live') => ({
  STRIPE_SECRET_KEY: `sk_${kind}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${kind}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
});
const given = {
  'no issuer, no cards': {},
  'no issuer, cards': cards('test'),
  'no issuer, live cards': cards('live'),
  'issuer, no cards': issuer,
  'issuer and cards': { ...issuer, ...cards('test') },
  'issuer and live cards': { ...issuer, ...cards('live') },
};

type Given = keyof typeof given;
type Outcome = 'real' | 'local' | 'word' | 'SANDBOX' | 'PUBLIC_URL' | 'STRIPE_SECRET_KEY';

/**
 * Reads the environment as a start does. `real`: all counterparties are real. `local`: sandboxes, for this machine
 * alone. `word`: sandboxes for others too, so every page bears the word. Otherwise the name with which the error
 * begins.
 */
function start(values: Record<string, string>): Outcome {
  try {
    const { SANDBOX, SANDBOX_SAID, HOST } = readEnv(values);
    if (SANDBOX_SAID) return 'word';
    expect(HOST).toBe(SANDBOX ? '127.0.0.1' : '0.0.0.0');
    return SANDBOX ? 'local' : 'real';
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    const { message } = error as EnvError;
    expect(message).not.toContain('\n');
    return message.split(' ')[0] as Outcome;
  }
}

const columns = [
  {},
  { SANDBOX: '0' },
  { SANDBOX: '1' },
  { NODE_ENV: 'production' },
  { NODE_ENV: 'production', SANDBOX: '0' },
  { NODE_ENV: 'production', SANDBOX: '1' },
];
const here = [{}, { PUBLIC_URL: 'http://localhost:3000' }, { PUBLIC_URL: 'http://127.0.0.1' }];
const there = [{ PUBLIC_URL: 'https://hearthkeep.example' }, { PUBLIC_URL: 'http://192.168.1.5:3000' }];

const never = Array<Outcome>(6).fill('STRIPE_SECRET_KEY').with(1, 'SANDBOX').with(4, 'SANDBOX');
const always = Array<Outcome>(6).fill('real');
const whereSaid: Outcome[] = ['SANDBOX', 'SANDBOX', 'word', 'SANDBOX', 'SANDBOX', 'word'];
const table: [Given, Record<string, string>[], Outcome[]][] = [
  ['no issuer, no cards', here, ['local', 'SANDBOX', 'word', 'SANDBOX', 'SANDBOX', 'word']],
  ['no issuer, no cards', there, ['PUBLIC_URL', 'SANDBOX', 'word', 'SANDBOX', 'SANDBOX', 'word']],
  ['no issuer, cards', [...here, ...there], whereSaid],
  ['no issuer, live cards', [...here, ...there], never],
  ['issuer, no cards', [...here, ...there], whereSaid],
  ['issuer and cards', [...here, ...there], always],
  ['issuer and live cards', [...here, ...there], always],
];

describe('a server without SANDBOX=1 opens no sandboxed sign-in to others', () => {
  for (const [keys, addresses, outcomes] of table) {
    for (const address of addresses) {
      test(`${keys}, ${address.PUBLIC_URL ?? 'no PUBLIC_URL'}`, () => {
        const seen = columns.map((column) => start({ ...column, ...address, ...given[keys] }));
        expect(seen).toEqual(outcomes);
      });
    }
  }

  test('sandboxes that nobody asked for listen on loopback alone', () => {
    expect(() => readEnv({ HOST: '0.0.0.0' })).toThrow(/^HOST 0\.0\.0\.0 /);
    expect(() => readEnv({ HOST: '::', PUBLIC_URL: 'http://localhost:3000' })).toThrow(/^HOST :: /);
    for (const HOST of ['127.0.0.1', 'localhost', '::1']) expect(readEnv({ HOST }).HOST).toBe(HOST);
    expect(readEnv({ HOST: '0.0.0.0', SANDBOX: '1' }).HOST).toBe('0.0.0.0');
  });
});

describe('periods of storage', () => {
  const names = ['CHECKOUTS_KEPT_DAYS', 'NOTICES_KEPT_DAYS', 'WEBHOOKS_KEPT_DAYS'] as const;
  const least = { CHECKOUTS_KEPT_DAYS: 1, NOTICES_KEPT_DAYS: 7, WEBHOOKS_KEPT_DAYS: 31 };

  test('are a month for checkouts and notices and three for events, unless set', () => {
    for (const given of ['', undefined])
      expect(readEnv(Object.fromEntries(names.map((name) => [name, given])))).toMatchObject({
        CHECKOUTS_KEPT_DAYS: 30,
        NOTICES_KEPT_DAYS: 30,
        WEBHOOKS_KEPT_DAYS: 90,
      });
    for (const name of names)
      for (const days of [least[name], 3650])
        expect(readEnv({ [name]: String(days) })).toMatchObject({ [name]: days });
  });

  test.for(names)(
    '%s must be a whole number, at least as long as its rows are needed, and at most ten years',
    (name) => {
      const range = `${name} must be ${least[name]} to 3650 days`;
      for (const days of [least[name] - 1, -1, 3651])
        expect(() => readEnv({ [name]: String(days) })).toThrow(new EnvError(range));
      expect(() => readEnv({ [name]: '40.5' })).toThrow(new EnvError(`${name} must be a whole number`));
      expect(() => readEnv({ [name]: 'ever' })).toThrow(new EnvError(`${name} must be a number`));
    },
  );

  test('a telephone number may be spelt in any way; a text without one is refused', () => {
    for (const SUPPORT_PHONE of ['(02) 9999 1234', '+61 (0)2 9999 1234', '02.9999.1234', '13 11 14', '000'])
      expect(readEnv({ SUPPORT_PHONE }).SUPPORT_PHONE).toBe(SUPPORT_PHONE);
    expect(() => readEnv({ SUPPORT_PHONE: 'call us' })).toThrow(
      new EnvError('SUPPORT_PHONE must be a phone number'),
    );
  });

  test('misspelt settings are refused', () => {
    const names = ['BOOKING_PER_DAY', 'BOOKINGS_A_DAY', 'PHOTOS_MB_PER_PERSON', 'PORTS', 'SMTP_PORT'];
    for (const name of [
      ...names,
      'CHECKOUT_KEPT_DAYS',
      'NOTICES_KEEP_DAYS',
      'WEBHOOKS_KEPT',
      'SESSIONS_KEPT_DAYS',
    ])
      expect(() => readEnv({ [name]: '30' })).toThrow(`${name} is not a known environment value`);
  });
});

test('the addresses that Kubernetes gives of services of any name are accepted', () => {
  const of = (service: string) => ({
    [`${service}_SERVICE_HOST`]: '10.0.0.1',
    [`${service}_SERVICE_PORT`]: '3000',
    [`${service}_SERVICE_PORT_HTTP`]: '3000',
    [`${service}_PORT`]: 'tcp://10.0.0.1:3000',
    [`${service}_PORT_3000_TCP`]: 'tcp://10.0.0.1:3000',
    [`${service}_PORT_3000_TCP_ADDR`]: '10.0.0.1',
  });
  expect(readEnv({ ...of('HEARTHKEEP'), ...of('SMTP') })).toMatchObject({ PORT: 3000 });
});

test('a secret key of no known kind is told of both kinds', () => {
  expect(() => readEnv({ STRIPE_SECRET_KEY: 'pk_test_1' })).toThrow(
    'STRIPE_SECRET_KEY must be a key that begins with sk_ or rk_, and then test_ or live_',
  );
});

test.each(['jpy', 'krw', 'kwd', 'zzz'])(
  'the currency %s, which has no hundredths, stops the start',
  (CURRENCY) => {
    expect(() => readEnv({ CURRENCY })).toThrow(
      'CURRENCY must be a currency with hundredths, such as aud, usd or eur',
    );
  },
);

test('a routing server has an address without a password, which would stand in the log', () => {
  expect(readEnv({ OSRM_URL: 'http://localhost:5000/' }).OSRM_URL).toBe('http://localhost:5000/');
  for (const wrong of [
    'http://me:hush@roads.example',
    'https://roads.example?key=hush',
    'ftp://roads.example',
  ])
    expect(() => readEnv({ OSRM_URL: wrong }), wrong).toThrow(EnvError);
});
