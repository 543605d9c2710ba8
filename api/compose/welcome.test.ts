import { expect, test } from 'vitest';
import { readEnv } from '../core/env.ts';
import { welcome } from './welcome.ts';

test.for<[string, Record<string, string>]>([
  ['This is a sandbox: no card is charged and no mail is sent.', {}],
  ['This is a sandbox: no card is charged.', { SMTP_URL: 'smtp://127.0.0.1:25' }],
])('the welcome says "%s" of what is not real', ([line, given]) => {
  expect(welcome(readEnv(given)).split('\n')).toContain(line);
});
