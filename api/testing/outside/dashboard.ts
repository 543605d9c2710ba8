import { createHmac, randomUUID } from 'node:crypto';
import type { Objects } from '@hearthkeep/payments-sandbox';
import { apiVersion } from '../../providers/payments/stripe.ts';
import type { TestServer } from '../servers/server.ts';
import { alteredPayments } from './altered-payments.ts';
import { paymentsSandbox } from './cards.ts';

type Altered = Pick<
  Objects,
  'customer' | 'subscription' | 'invoice' | 'payment_intent' | 'refund' | 'dispute'
>;

/**
 * The owner at the card provider's dashboard. `act` does what the sandbox can do; `alter` stands in for the rest: from
 * then on, the product reads each object of a kind as `change` returns it, in the provider's shape. `change` returns
 * an object that it does not concern unchanged.
 */
export interface Dashboard {
  /** @returns the id of the object that was made, changed or deleted */
  act(method: 'POST' | 'DELETE', path: string, form?: Record<string, string>): Promise<string>;
  alter<Kind extends keyof Altered>(kind: Kind, change: (object: Altered[Kind]) => Altered[Kind]): void;
  /** Sends the event of a deed that `alter` stands in for, signed as the provider's. */
  announce(type: string, object: { object: string; id: string } & Record<string, unknown>): Promise<void>;
  /** Forgets all changes by `alter`. */
  restore(): void;
  close(): Promise<void>;
}

type Change = (object: never) => object;

export async function openDashboard(server: TestServer): Promise<Dashboard> {
  const sandbox = paymentsSandbox(server);
  const api = await sandbox.listen();
  const changes = new Map<string, Change[]>();
  const { payments, close } = await alteredPayments({ api, sandbox }, (_path, answer) =>
    changed(answer, changes),
  );
  const { browser: _, ...calls } = payments;
  Object.assign(server.deps.payments, calls);
  return {
    async act(method, path, form = {}) {
      const response = await fetch(`${api.protocol}://${api.host}:${api.port}/v1/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${sandbox.keys.secretKey}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        ...(method === 'POST' && { body: new URLSearchParams(form).toString() }),
      });
      if (!response.ok) throw new Error(await response.text());
      const { id } = (await response.json()) as { id: string };
      await sandbox.webhooksSettled();
      return id;
    },
    alter: (kind, change) => void changes.set(kind, [...(changes.get(kind) ?? []), change as Change]),
    async announce(type, object) {
      const id = `evt_${randomUUID().replaceAll('-', '')}`;
      const body = JSON.stringify({ id, object: 'event', api_version: apiVersion, type, data: { object } });
      const time = Math.floor(server.clock.now().getTime() / 1000);
      const signature = createHmac('sha256', sandbox.keys.webhookSecret)
        .update(`${time}.${body}`)
        .digest('hex');
      const answer = await server.anyone.raw('POST', '/api/webhooks/stripe', {
        headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` },
        body,
      });
      if (!answer.ok) throw new Error(`The event was answered with ${answer.status}`);
      await answer.body?.cancel();
    },
    restore: () => changes.clear(),
    close,
  };
}

/** An answer with all its objects changed, those within others too. */
function changed<T>(value: T, changes: Map<string, Change[]>): T {
  if (Array.isArray(value)) return value.map((each) => changed(each, changes)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([field, each]) => [field, changed(each, changes)]),
  );
  const mine = changes.get(String(inner.object)) ?? [];
  return mine.reduce<object>((object, change) => change(object as never), inner) as T;
}
