import type { ServerResponse } from 'node:http';
import type { Context, Next } from 'koa';
import type { Business } from '../core/business.ts';
import type { Env } from '../core/env.ts';
import type { Payments } from '../providers/payments/payments.ts';
import { isHttps } from './cookies.ts';

/** The parts of the server on which the headers of an answer depend. */
export interface Site {
  env: Env;
  business: Pick<Business, 'current'>;
  payments: Payments;
}

type Header = readonly [name: string, value: string];

/** The policy of answers that are no page: a browser that opens one loads and runs nothing. */
const inert = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The policy of an uploaded file: the same, and without this site's origin. */
export const filePolicy = `${inert}; sandbox`;

/**
 * The worker's policy comes with its own script. It allows requests and notification pictures from this site alone.
 */
export const workerPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'";

/** Headers of every answer. `stripe`: whether the browser talks to the real card provider. */
function commonHeaders(env: Pick<Env, 'PUBLIC_URL'>, stripe: boolean): Header[] {
  const cardFrames = stripe ? ' "https://js.stripe.com"' : '';
  return [
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    [
      'permissions-policy',
      `payment=(self${cardFrames}), camera=(), microphone=(), geolocation=(), midi=(), usb=(), display-capture=()`,
    ],
    ...(isHttps(env) ? ([['strict-transport-security', 'max-age=63072000']] as const) : []),
  ];
}

/** Sets the security headers of every answer. A page's own policy replaces `inert`. */
export function securityHeaders(deps: Site) {
  const all: Header[] = [...commonHeaders(deps.env, usesStripe(deps)), ['content-security-policy', inert]];
  return (ctx: Context, next: Next): Promise<void> => {
    const { res } = ctx;
    for (const [name, value] of all) res.setHeader(name, value);
    if (ctx.path.startsWith('/api/')) res.setHeader('cache-control', 'no-store');
    return next();
  };
}

/** The same for answers that do not come through Koa. Sandbox pages set their own policy. */
export function plainHeaders(deps: Site): (res: ServerResponse) => void {
  const all = commonHeaders(deps.env, usesStripe(deps));
  return (res) => {
    for (const [name, value] of all) res.setHeader(name, value);
  };
}

/** The policy of visitors' pages: content from this site alone, and their styles by hash. */
export const visitorPolicy = (styleHashes: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleHashes.map((hash) => `'sha256-${hash}'`).join(' ') || "'none'"}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

/**
 * The policy of the app's page, for a nonce. Scripts and calls go to this site and, with real cards, to the card
 * provider (https://docs.stripe.com/security/guide#content-security-policy). Styles come from files and under the
 * nonce. Strings become code or markup only through the app's own Trusted Types policy.
 */
export function documentPolicy(deps: Site): (nonce: string) => string {
  const stripe = usesStripe(deps);
  const socket = deps.env.PUBLIC_URL.replace(/^http/, 'ws');
  const policy = [
    "default-src 'none'",
    `script-src 'self'${stripe ? ' https://js.stripe.com https://*.js.stripe.com' : ''}`,
    "style-src 'self' 'nonce-NONCE'",
    `img-src 'self' data: blob:${stripe ? ' https://*.stripe.com' : ''}`,
    "font-src 'self'",
    // Older WebKit does not apply 'self' to sockets.
    `connect-src 'self' ${socket}${stripe ? ' https://api.stripe.com' : ''}`,
    `frame-src ${stripe ? 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com' : "'none'"}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
  const [before = '', after = ''] = policy.split('NONCE');
  return (nonce) => before + nonce + after;
}

const usesStripe = ({ payments }: Pick<Site, 'payments'>): boolean =>
  payments.browser.scriptUrl.startsWith('https://js.stripe.com/');
