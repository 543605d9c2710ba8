import { createHash } from 'node:crypto';
import { catalogueRoutes } from '../billing/catalogue.ts';
import { customerDeletionRoutes } from '../billing/customer-deletion.ts';
import { invoiceRoutes } from '../billing/invoices.routes.ts';
import { subscriptionRoutes } from '../billing/subscriptions.routes.ts';
import type { Context } from '../core/context.ts';
import { ApiError, type ErrorBody, InvalidParameters } from '../core/errors.ts';
import { expand } from '../core/presentation.ts';
import type { Route } from '../core/route.ts';
import { decodeForm, expandOf } from '../core/wire.ts';
import { customerRoutes } from '../customers/customers.ts';
import { paymentMethodRoutes } from '../customers/payment-methods.ts';
import { setupIntentRoutes } from '../customers/setup-intents.routes.ts';
import { chargeRoutes } from '../intents/charges.ts';
import { disputeRoutes } from '../intents/disputes.ts';
import { paymentIntentRoutes } from '../intents/payment-intents.routes.ts';
import { refundRoutes } from '../intents/refunds.ts';
import { accountRoutes } from '../webhooks/account.ts';
import { eventRoutes } from '../webhooks/events.ts';

const routes: Route[] = [
  ...accountRoutes,
  ...catalogueRoutes,
  ...chargeRoutes,
  ...customerRoutes,
  ...customerDeletionRoutes,
  ...eventRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
];

export interface ApiRequest {
  method: string;
  /** The path without the query. */
  path: string;
  /** The form-encoded query or body. */
  form: string;
  idempotencyKey: string | null;
  caller: 'server' | 'browser';
}

export interface ApiAnswer {
  status: number;
  /** JSON. */
  body: string;
  /** Whether this repeats the first answer. */
  replayed: boolean;
}

/** Keys are forgotten after a day (docs.stripe.com/api/idempotent_requests). */
const keyLifetimeSeconds = 86_400;

const answerOf = (status: number, body: object): ApiAnswer => ({
  status,
  body: JSON.stringify(body, null, 2),
  replayed: false,
});

export const errorAnswer = (status: number, error: ErrorBody): ApiAnswer => answerOf(status, { error });

/**
 * Serves one call. Its effect, its events and the answer stored for its idempotency key are one transaction. A
 * repeat of the key gets that answer, and is refused with other parameters. An error is stored too, unless the
 * parameters could not be read: then the call has not begun (docs: idempotent requests).
 */
export function serveCall(ctx: Context, request: ApiRequest): ApiAnswer {
  const found = findRoute(request);
  if (!found) {
    return errorAnswer(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${request.path}).`,
    });
  }
  const { route, id } = found;
  const key = request.method === 'POST' ? request.idempotencyKey : null;
  const digest = createHash('sha256')
    .update(`${request.method} ${request.path}\n${request.form}`)
    .digest('hex');
  return ctx.store.transaction(() => {
    const kept = key === null ? undefined : ctx.store.answerOf(key);
    if (key !== null && kept && kept.created > ctx.now() - keyLifetimeSeconds) {
      if (kept.request === digest) return { status: kept.status, body: kept.body, replayed: true };
      return errorAnswer(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    const { answer, begun } = perform(ctx, route, id, request);
    if (key !== null && begun) {
      ctx.store.keepAnswer(key, { request: digest, ...answer, created: ctx.now() });
    }
    return answer;
  });
}

function findRoute({ method, path, caller }: ApiRequest): { route: Route; id: string } | null {
  for (const route of routes) {
    if (route.method !== method || (caller === 'browser' && !route.browser)) continue;
    if (caller === 'server' && route.browser === 'only') continue;
    const [before = '', after] = route.path.split(':id');
    if (after === undefined) {
      if (path === before) return { route, id: '' };
      continue;
    }
    const id = path.slice(before.length, path.length - after.length);
    if (path === `${before}${id}${after}` && /^[\w-]+$/.test(id)) return { route, id };
  }
  return null;
}

function perform(
  ctx: Context,
  route: Route,
  id: string,
  request: ApiRequest,
): { answer: ApiAnswer; begun: boolean } {
  try {
    const form = decodeForm(request.form);
    const paths = expandOf(form);
    const object = route.handle(ctx, form, id, request.caller);
    const shown = request.caller === 'browser' ? forBrowser(object) : expand(ctx, object, paths);
    return { answer: answerOf(200, shown), begun: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { payment_intent: payment, setup_intent: setup, ...body } = error.body;
    const shown = (intent: unknown) =>
      request.caller === 'browser' && isObject(intent) ? forBrowser(intent) : intent;
    const answer = errorAnswer(error.status, {
      ...body,
      ...(payment !== undefined && { payment_intent: shown(payment) }),
      ...(setup !== undefined && { setup_intent: shown(setup) }),
    });
    return { answer, begun: !(error instanceof InvalidParameters) };
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Fields of an intent that are hidden from the publishable key. */
const secretOfIntents = new Set([
  'amount_received',
  'application',
  'attach_to_self',
  'customer',
  'customer_account',
  'flow_directions',
  'latest_attempt',
  'latest_charge',
  'mandate',
  'metadata',
  'on_behalf_of',
  'payment_record',
  'review',
  'single_use_mandate',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_data',
  'transfer_group',
]);

function forBrowser(object: object): object {
  return 'object' in object && (object.object === 'payment_intent' || object.object === 'setup_intent')
    ? Object.fromEntries(Object.entries(object).filter(([field]) => !secretOfIntents.has(field)))
    : object;
}
