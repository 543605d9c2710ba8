import type { Env } from '../core/env.ts';

const personas = [
  ['member@example.com', 'a Standard plan, bookings and messages'],
  ['newcomer@example.com', 'nothing yet'],
  ['admin@example.com', 'administrator and support'],
  ['worker@example.com', 'a worker with their own visits'],
];

/** The lines shown in the terminal once the server is ready. */
export function welcome(env: Env): string {
  const lines = ['', `Hearthkeep is ready at ${env.PUBLIC_URL}`, ''];
  if (!env.OIDC_ISSUER) {
    lines.push('Sign in as');
    for (const [email, what] of personas) lines.push(`  ${email?.padEnd(22)} ${what}`);
    lines.push('');
  }
  if (env.SANDBOX) {
    const unreal = [!env.STRIPE_SECRET_KEY && 'no card is charged', !env.SMTP_URL && 'no mail is sent'];
    const description = unreal.filter(Boolean).join(' and ');
    lines.push(description ? `This is a sandbox: ${description}.` : 'This is a sandbox.', '');
  }
  return `${lines.join('\n')}\n`;
}
