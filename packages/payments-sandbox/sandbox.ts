import type { IncomingMessage, ServerResponse } from 'node:http';
import { noteFailedPayment, settleInvoice } from './billing/invoice-states.ts';
import { invoicePaid, invoiceVoided } from './billing/subscription-states.ts';
import { type ControlCommand, type Controls, createControls } from './controls/controls.ts';
import { type Context, pageToken, randomText } from './core/context.ts';
import type { Log } from './core/log.ts';
import type { AnyObject, EventType, SandboxEvent } from './core/objects.ts';
import { openStore, type Store } from './core/store.ts';
import { closeDispute, openDispute } from './intents/disputes.ts';
import { createBrowserHandler, mount } from './pages/browser-handler.ts';
import { type PlanSeed, seedPlan } from './seed.ts';
import { type ApiRequest, serveCall } from './server/api.ts';
import { createApiServer, type SandboxState } from './server/api-server.ts';
import { passTime } from './time/due.ts';
import { recordEvent } from './webhooks/events.ts';
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts';

export type { ControlCommand } from './controls/controls.ts';
export type { Objects } from './core/objects.ts';
export type { PlanSeed } from './seed.ts';
export type { SandboxState } from './server/api-server.ts';

export interface PaymentsSandboxOptions {
  /** The folder of `payments-sandbox.sqlite`. */
  dataDir: string;
  /** The product's webhook route; a function if it becomes known later. */
  webhookUrl: string | (() => string | undefined);
  /** The origin that browsers use; a function if it becomes known later. */
  publicUrl: string | (() => string);
  /** The file of `bundleSandboxScript`'s text, served as `window.Stripe`'s script; read when the sandbox opens. */
  scriptFile?: URL;
  clock?: () => Date;
  log: Log;
  /** The pause after each refused webhook. */
  webhookRetryDelaysMs?: number[];
  /**
   * By default, webhooks are signed at the clock's time, whatever `advanceClockSeconds` says, because their
   * receiver's clock has not moved. `true`: its clock moves too.
   */
  signAtOwnTime?: boolean;
}

export interface PaymentsSandbox {
  keys: { secretKey: string; publishableKey: string; webhookSecret: string };
  /** The path of the script that defines `window.Stripe`. */
  scriptPath: string;
  /** Opens the loopback listener for the SDK, on this port or any free one. */
  listen(port?: number): Promise<{ host: string; port: number; protocol: 'http' }>;
  /** Serves the routes that the product's server mounts under `/sandbox/payments/`. */
  browser(req: IncomingMessage, res: ServerResponse): void;
  /** Starts delivering webhooks, and carrying out changes that time causes. */
  start(): void;
  close(): Promise<void>;
  seedPlan(seed: PlanSeed): void;
  /** Changes the time, and causes faults; for tests. */
  control(command: ControlCommand): void;
  /** Resolves once every webhook has been delivered or given up; for tests. */
  webhooksSettled(): Promise<void>;
}

/** The interval of the checks for due changes. */
const tickMs = 1_000;

/** Opens the sandbox on its folder, with the keys, objects and pending webhooks that it was closed with. */
export function createPaymentsSandbox(options: PaymentsSandboxOptions): PaymentsSandbox {
  const { log } = options;
  const clock = options.clock ?? (() => new Date());
  const store = openStore(options.dataDir);
  const keys = keysOf(store);
  const controls = createControls(store, clock);
  const webhooks = createWebhooks({
    store,
    secret: keys.webhookSecret,
    url: () => (typeof options.webhookUrl === 'function' ? options.webhookUrl() : options.webhookUrl),
    clock: () => (options.signAtOwnTime ? new Date(controls.now() * 1000) : clock()),
    log,
    retryDelaysMs: options.webhookRetryDelaysMs,
  });

  const contextFor = contextsOf(options, keys, { store, controls, webhooks });
  const noRequest = { id: null, idempotency_key: null };
  const outside = contextFor(noRequest);
  /** Carries out the changes due by now. A failure is logged and tried again. */
  function passTimeNow() {
    try {
      const happened = passTime(store, (at) => contextFor(noRequest, () => at), controls.now());
      if (happened) webhooks.wake();
    } catch (error) {
      log.error({ err: error }, 'the payments sandbox failed in a change that fell due');
    }
  }
  let timer: NodeJS.Timeout | undefined;
  const serve = (call: ApiRequest) => {
    passTimeNow();
    const answer = serveCall(contextFor({ id: null, idempotency_key: call.idempotencyKey }), call);
    webhooks.wake();
    return answer;
  };
  function control(command: ControlCommand) {
    const { dispute, closeDispute: closed } = controls.apply(command);
    passTimeNow();
    if (dispute) store.transaction(() => openDispute(outside, dispute));
    if (closed) store.transaction(() => closeDispute(outside, closed));
    if (dispute || closed) webhooks.wake();
    if (command.reset) {
      for (const { event, inMs } of controls.takeHeld()) webhooks.enqueue(event, inMs);
      webhooks.wake();
    }
  }
  const state = (): SandboxState => ({
    now: controls.now(),
    webhooksPending: store.pendingDeliveries(),
  });
  const server = createApiServer({
    secretKey: keys.secretKey,
    controls,
    control,
    state,
    settled: webhooks.settled,
    serve,
    log,
  });

  return {
    keys,
    scriptPath: `${mount}/stripe.js`,
    listen: server.listen,
    browser: createBrowserHandler({
      ctx: outside,
      keys,
      controls,
      scriptFile: options.scriptFile,
      serve,
      log,
    }),
    start() {
      webhooks.start();
      timer ??= setInterval(passTimeNow, tickMs).unref();
    },
    async close() {
      clearInterval(timer);
      await Promise.all([server.close(), webhooks.close()]);
      store.close();
    },
    seedPlan: (seed) => store.transaction(() => seedPlan(outside, seed)),
    control,
    webhooksSettled: webhooks.settled,
  };
}

/** Makes the context of one request, or of a change that time causes. */
function contextsOf(
  { publicUrl }: PaymentsSandboxOptions,
  { secretKey }: PaymentsSandbox['keys'],
  { store, controls, webhooks }: { store: Store; controls: Controls; webhooks: Webhooks },
) {
  return (request: SandboxEvent['request'], now = controls.now): Context => {
    const ctx: Context = {
      store,
      now,
      refusesRefund: controls.takeRefusedRefund,
      pageUrl(kind, id) {
        const origin = typeof publicUrl === 'function' ? publicUrl() : publicUrl;
        return new URL(`${mount}/${kind}/${id}/${pageToken(secretKey, kind, id)}`, origin).href;
      },
      emit(type, object, previous) {
        const event = recordEvent(ctx, type, object, request, previous);
        for (const delivery of controls.takeDelivery(event.id)) {
          webhooks.enqueue(delivery.event, delivery.inMs);
        }
        react(ctx, type, object);
      },
    };
    return ctx;
  };
}

/** The effects of an object's change on the objects that depend on it. */
function react(ctx: Context, type: EventType, object: AnyObject): void {
  if (object.object === 'payment_intent') {
    if (type === 'payment_intent.succeeded') settleInvoice(ctx, object);
    if (type === 'payment_intent.payment_failed') noteFailedPayment(ctx, object);
  }
  if (object.object === 'invoice') {
    if (type === 'invoice.paid') invoicePaid(ctx, object);
    if (type === 'invoice.voided') invoiceVoided(ctx, object);
  }
}

function keysOf(store: Store): PaymentsSandbox['keys'] {
  const kept = (name: string, make: () => string): string => {
    const value = store.meta(name) ?? make();
    store.setMeta(name, value);
    return value;
  };
  return {
    secretKey: kept('secret_key', () => `sk_test_sandbox${randomText(32)}`),
    publishableKey: kept('publishable_key', () => `pk_test_sandbox${randomText(32)}`),
    webhookSecret: kept('webhook_secret', () => `whsec_${randomText(32)}`),
  };
}
