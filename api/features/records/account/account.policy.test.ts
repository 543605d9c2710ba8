import { expect, test } from 'vitest';
import { readEnv } from '../../../core/env.ts';
import { canSignIn, isAdminByAddress, isMadeAdmin } from './account.policy.ts';

const sandbox = readEnv({});
const live = readEnv({
  OIDC_ISSUER: 'https://issuer.example',
  OIDC_CLIENT_ID: 'us',
  OIDC_CLIENT_SECRET: 'hush',
  ADMIN_EMAILS: 'boss@example.com',
  SANDBOX: '1',
});

const person = (issuer: string, email: string, emailVerified = true) => ({
  issuer,
  email,
  emailVerified,
  subject: email,
  firstName: '',
  lastName: '',
  pictureUrl: null,
});
const row = (issuer: string, email: string) => ({ issuer, email, email_verified: 1 as const });

test('the sandbox has one administrator, by the address in any spelling of case', () => {
  expect(isMadeAdmin(sandbox, person('sandbox', 'Admin@Example.com'))).toBe(true);
  expect(isMadeAdmin(sandbox, person('sandbox', 'member@example.com'))).toBe(false);
  expect(isAdminByAddress(sandbox, row('sandbox', 'admin@example.com'))).toBe(true);
});

test('a real issuer’s administrators are those whom ADMIN_EMAILS names and the issuer vouches for', () => {
  expect(isMadeAdmin(live, person('https://issuer.example', 'admin@example.com'))).toBe(false);
  expect(isMadeAdmin(live, person('https://issuer.example', 'boss@example.com'))).toBe(true);
  expect(isMadeAdmin(live, person('https://issuer.example', 'boss@example.com', false))).toBe(false);
});

test('no letter outside ASCII makes an address one of ADMIN_EMAILS', () => {
  const kelvin = readEnv({ ADMIN_EMAILS: 'kate@example.com' });
  expect(isMadeAdmin(kelvin, person('sandbox', 'KATE@example.com'))).toBe(true);
  expect(isMadeAdmin(kelvin, person('sandbox', '\u212aate@example.com'))).toBe(false);
  expect(() => readEnv({ ADMIN_EMAILS: 'jörg@example.com' })).toThrow(
    'ADMIN_EMAILS must be addresses of plain letters (ASCII) alone',
  );
});

test('people of the sandbox are no administrators by their address once the issuer is real', () => {
  expect(isAdminByAddress(live, row('sandbox', 'admin@example.com'))).toBe(false);
  expect(isMadeAdmin(live, person('sandbox', 'admin@example.com'))).toBe(false);
});

test('people of the present issuer can sign in, however its address is written', () => {
  expect(canSignIn(sandbox, { issuer: 'sandbox' })).toBe(true);
  expect(canSignIn(sandbox, { issuer: 'https://issuer.example/' })).toBe(false);
  expect(canSignIn(live, { issuer: 'https://issuer.example/' })).toBe(true);
  expect(canSignIn(live, { issuer: 'HTTPS://ISSUER.example' })).toBe(true);
  for (const issuer of ['sandbox', 'deleted', 'https://another.example'])
    expect(canSignIn(live, { issuer })).toBe(false);
});
