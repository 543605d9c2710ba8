import type { Env } from '../core/env.ts';

const personas = [
  ['member@example.com', 'a Standard plan, bookings and messages'],
  ['newcomer@example.com', 'nothing yet'],
  ['admin@example.com', 'administrator and support'],
];

/** The lines shown in the terminal once the server is ready. */
export function welcome(env: Env): string {
  const lines = ['', `Hearthkeep is ready at ${env.PUBLIC_URL}`, ''];
  if (!env.OIDC_ISSUER) {
    lines.push('Sign in as');
    for (const [email, what] of personas) lines.push(`  ${email?.padEnd(22)} ${what}`);
    lines.push('');
  }
  if (env.SANDBOX) lines.push('This is a sandbox: no card is charged and no mail is sent.', '');
  return `${lines.join('\n')}\n`;
}
