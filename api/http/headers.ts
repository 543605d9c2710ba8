import { randomBytes } from 'node:crypto';
import type { Context, Next } from 'koa';
import type { Env } from '../env.ts';

const stripe = 'https://js.stripe.com https://*.js.stripe.com';

/** The policy of the app's own document; its styles carry the nonce, its scripts are our files alone. */
export function documentPolicy(
  nonce: string,
  { PUBLIC_URL, STRIPE_SECRET_KEY }: Pick<Env, 'PUBLIC_URL' | 'STRIPE_SECRET_KEY'>,
): string {
  const cards = STRIPE_SECRET_KEY !== undefined;
  const socket = PUBLIC_URL.replace(/^http/, 'ws');
  return [
    "default-src 'none'",
    `script-src 'self'${cards ? ` ${stripe}` : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${cards ? ' https://*.stripe.com' : ''}`,
    "font-src 'self'",
    `connect-src 'self' ${socket}${cards ? ' https://api.stripe.com' : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src ${cards ? `${stripe} https://hooks.stripe.com` : "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

export const newNonce = (): string => randomBytes(16).toString('base64');

/** Headers that a scanner asks for, on every answer. What is not the app's document may run and load nothing. */
export function securityHeaders({ env }: { env: Env }) {
  const secure = env.PUBLIC_URL.startsWith('https:');
  const headers: Record<string, string> = {
    'content-security-policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(self), geolocation=(), microphone=(), payment=(self "https://js.stripe.com"), usb=()',
    ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  return (ctx: Context, next: Next): Promise<void> => {
    ctx.set(headers);
    if (ctx.path.startsWith('/api/')) ctx.set('cache-control', 'no-store');
    return next();
  };
}
