import { createHmac } from 'node:crypto';
import type { Log } from '../core/log.ts';
import type { Delivery, Store } from '../core/store.ts';

/** The pauses after refused deliveries; shorter than the provider's hours, so that a person sees the retries. */
const defaultRetryDelaysMs = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000, 86_400_000];
const answerTimeoutMs = 10_000;
/** The pause while the receiver's address is unknown. */
const noReceiverDelayMs = 500;

/** `Stripe-Signature`: HMAC-SHA256 of `t.payload` (docs.stripe.com/webhooks#verify-manually). */
export function signatureOf(payload: string, secret: string, unixSeconds: number): string {
  const digest = createHmac('sha256', secret).update(`${unixSeconds}.${payload}`).digest('hex');
  return `t=${unixSeconds},v1=${digest}`;
}

export interface WebhookOptions {
  store: Store;
  secret: string;
  url: () => string | undefined;
  clock: () => Date;
  log: Log;
  retryDelaysMs?: number[] | undefined;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/**
 * Delivers recorded events to the receiver, signed, one after the other, and again after a refusal. Pending
 * deliveries are stored, so a restart continues them.
 */
export function createWebhooks(options: WebhookOptions) {
  const { store, url } = options;
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> | null = null;
  const stop = new AbortController();
  let waiting: (() => void)[] = [];

  function schedule() {
    clearTimeout(timer);
    if (!running || turn) return;
    const next = store.nextDelivery();
    if (!next) {
      for (const done of waiting) done();
      waiting = [];
      return;
    }
    timer = setTimeout(wake, Math.min(Math.max(0, next.due - Date.now()), 60_000));
  }

  function wake() {
    if (!running || turn) return;
    turn = deliverDue().finally(() => {
      turn = null;
      schedule();
    });
  }

  async function deliverDue() {
    for (let next = store.nextDelivery(); next; next = store.nextDelivery()) {
      if (!running || next.due > Date.now()) return;
      const target = url();
      if (target === undefined) {
        store.updateDelivery({ ...next, due: Date.now() + noReceiverDelayMs });
        return;
      }
      await deliver(options, next, target, stop.signal);
    }
  }

  return {
    /** Call it in the transaction that records the event; `wake` afterwards delivers. */
    enqueue(event: string, inMs: number) {
      store.enqueueDelivery(event, Date.now() + inMs);
    },
    wake: schedule,
    start() {
      running = true;
      schedule();
    },
    /** Resolves once no delivery is pending. */
    async settled(): Promise<void> {
      if (!running) throw new Error('Deliveries are not running');
      const done = new Promise<void>((resolve) => waiting.push(resolve));
      schedule();
      await done;
    },
    async close() {
      running = false;
      clearTimeout(timer);
      stop.abort();
      await turn;
    },
  };
}

/** Makes one attempt at a delivery, and stores its outcome. */
async function deliver(options: WebhookOptions, delivery: Delivery, target: string, stop: AbortSignal) {
  const { store, secret, url, clock, log, retryDelaysMs: delays = defaultRetryDelaysMs } = options;
  const event = store.get('event', delivery.event);
  const payload = JSON.stringify(event, null, 2);
  const seconds = Math.floor(clock().getTime() / 1000);
  const answer = await post(target, payload, signatureOf(payload, secret, seconds), stop);
  // Not counted as an attempt; the next start makes it.
  if (answer === null) return;
  const delay = delays[delivery.attempts];
  const attempts = delivery.attempts + 1;
  if (/^2\d\d$/.test(answer)) {
    store.updateDelivery({ ...delivery, state: 'delivered', attempts, last_answer: answer });
    if (event) store.put({ ...event, pending_webhooks: 0 });
    return;
  }
  // The receiver was told to stop meanwhile; its next start receives the event.
  if (url() === undefined) return;
  log.warn(
    { event: delivery.event, type: event?.type, answer, attempts },
    'a webhook of the sandbox was not accepted',
  );
  store.updateDelivery({
    ...delivery,
    state: delay === undefined ? 'failed' : 'pending',
    attempts,
    due: Date.now() + (delay ?? 0),
    last_answer: answer,
  });
}

/** The status of the receiver's answer, or the name of the error; `null` if the post was broken off by `stop`. */
async function post(
  target: string,
  payload: string,
  signature: string,
  stop: AbortSignal,
): Promise<string | null> {
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
        'user-agent': 'Stripe/1.0 (sandbox)',
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(answerTimeoutMs)]),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    if (stop.aborted) return null;
    return error instanceof Error ? error.name : 'unknown';
  }
}
